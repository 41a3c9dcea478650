import { idsIn, MOST_IN_LIST } from '../src/saved/ids.ts';
import { follow } from './swap-in-place.ts';

/** Key in the browser's storage, which holds the ids separated by commas. */
const KEY = 'saved';

/** Link to the list, which also holds the icon and the words of the buttons. */
const link = document.querySelector<HTMLElement>('.to-saved')!;

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

/** Returns the address of the saved list, on its page. */
function savedList(): string {
  const ids = read();
  return location.pathname + (ids.length > 0 ? `?ids=${ids.join()}` : '');
}

/** Reports whether the page shows the list with these ids. */
function isOwnList(ids: readonly string[]): boolean {
  const shown = new URLSearchParams(location.search).get('ids');
  return document.querySelector('mnbd-saved-list') !== null && shown === ids.join();
}

/** Adds the business in `data-id` to the list of this browser, or removes it. */
customElements.define(
  'mnbd-save',
  class extends HTMLElement {
    private readonly button = document.createElement('button');
    private readonly label = document.createElement('span');

    connectedCallback(): void {
      this.button.type = 'button';
      this.button.replaceChildren(link.querySelector('.icon')!.cloneNode(true), this.label);
      this.button.onclick = () => this.toggle();
      this.replaceChildren(this.button);
      this.show();
    }

    private toggle(): void {
      const { id = '' } = this.dataset;
      const ids = read();
      const others = ids.filter((each) => each !== id);
      const isSaved = others.length < ids.length;
      if (!isSaved && ids.length >= MOST_IN_LIST) return this.show(true);
      write(isSaved ? others : [...ids, id]);
      showAll();
      if (isOwnList(ids)) {
        history.replaceState(history.state, '', savedList());
        follow(location.href, scrollY);
      }
    }

    show(isFull = false): void {
      const isSaved = read().includes(this.dataset.id ?? '');
      const { save = '', saved = '', full = '' } = link.dataset;
      const text = isFull ? full : isSaved ? saved : save;
      // A card shows the icon alone, and a page has many cards.
      const name = this.closest('.card')?.querySelector('h3')?.textContent.trim();
      this.label.textContent = name && !isFull ? `${text}: ${name}` : text;
      this.button.title = name ? text : '';
      this.toggleAttribute('data-is-saved', isSaved);
      this.toggleAttribute('data-is-full', isFull);
    }
  },
);

/**
 * Leads from `/list` to the address of the saved list, unless the address has one. Replaces the ids
 * of businesses that were merged.
 */
customElements.define(
  'mnbd-saved-list',
  class extends HTMLElement {
    connectedCallback(): void {
      const ids = read();
      if (ids.length > 0 && !new URLSearchParams(location.search).has('ids')) {
        location.replace(savedList());
      } else if (isOwnList(ids)) {
        write(idsIn(this.dataset.ids ?? ''));
        history.replaceState(history.state, '', savedList());
        showAll();
      }
    }
  },
);

/** Shows the current list on the whole page: with its buttons, and the link once it has an entry. */
function showAll(): void {
  for (const each of document.querySelectorAll<HTMLElement & { show?(): void }>('mnbd-save')) {
    each.show?.();
  }
  const { length } = read();
  link.hidden = length === 0;
  link.querySelector('.count')!.textContent = `(${length})`;
}

// The list may change in another tab, or on a page from which the visitor returns.
addEventListener('storage', showAll);
addEventListener('pageshow', showAll);

showAll();
