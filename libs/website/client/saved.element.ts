import { idsIn, MOST_IN_LIST } from '../src/saved/ids.ts';

/** Key in the browser's storage, which holds the ids separated by commas. */
const KEY = 'saved';

/** Storage fails if the visitor turned it off. */
function read(): string[] {
  try {
    return idsIn(localStorage.getItem(KEY) ?? '');
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, ids.join());
  } catch {
    // The button shows that nothing was saved.
  }
}

/** Adds the business in `data-id` to the list of this browser, or removes it. */
customElements.define(
  'mnbd-save',
  class extends HTMLElement {
    private readonly button = document.createElement('button');

    connectedCallback(): void {
      this.button.type = 'button';
      this.button.addEventListener('click', () => this.toggle());
      this.replaceChildren(this.button);
      this.show();
    }

    private toggle(): void {
      const { id = '', full = '' } = this.dataset;
      const ids = read();
      const others = ids.filter((each) => each !== id);
      const isSaved = others.length < ids.length;
      if (!isSaved && ids.length >= MOST_IN_LIST) {
        this.button.textContent = full;
        return;
      }
      write(isSaved ? others : [...ids, id]);
      this.show();
      showCount();
    }

    private show(): void {
      const { id = '', save = '', saved = '' } = this.dataset;
      this.button.textContent = read().includes(id) ? saved : save;
    }
  },
);

/** Leads from `/list` to the address of the saved list, unless the address has one. */
customElements.define(
  'mnbd-saved-list',
  class extends HTMLElement {
    connectedCallback(): void {
      const ids = read();
      if (ids.length > 0 && !new URLSearchParams(location.search).has('ids')) {
        location.replace(`${location.pathname}?ids=${ids.join()}`);
      }
    }
  },
);

/** Shows the link to the list, with its number of businesses, once there is one. */
function showCount(): void {
  const link = document.querySelector<HTMLElement>('.to-saved')!;
  const { length } = read();
  link.hidden = length === 0;
  link.querySelector('span')!.textContent = String(length);
}

showCount();
