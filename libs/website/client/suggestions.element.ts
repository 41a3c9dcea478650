import type { Suggestion } from '../src/search/suggestion.ts';

/** Pause in typing after which suggestions are requested. */
const PAUSE_MS = 120;
const SHORTEST = 2;
let lists = 0;

/**
 * Suggests while the visitor types: a combobox with a list (WAI-ARIA Authoring Practices). The arrow
 * keys choose, Enter opens the chosen suggestion or else searches, Escape closes the list.
 */
customElements.define(
  'mnbd-suggestions',
  class extends HTMLElement {
    private readonly input = this.querySelector('input')!;
    private readonly list = document.createElement('div');
    private suggestions: Suggestion[] = [];
    private chosen = -1;
    private timer?: number;
    private request?: AbortController;

    connectedCallback(): void {
      if (this.list.isConnected) return;
      this.list.id = `suggestions-${++lists}`;
      this.list.className = 'suggestions';
      this.list.role = 'listbox';
      this.list.hidden = true;
      this.append(this.list);
      const { input } = this;
      input.role = 'combobox';
      input.setAttribute('aria-controls', this.list.id);
      input.setAttribute('aria-autocomplete', 'list');
      input.ariaExpanded = 'false';
      input.addEventListener('input', () => this.onInput());
      input.addEventListener('keydown', (event) => this.onKey(event));
      input.addEventListener('blur', () => this.close());
      // Otherwise "Back" would return to an open list.
      input.form?.addEventListener('submit', () => this.close());
      // Keeps the focus in the field, because losing it closes the list.
      this.list.addEventListener('mousedown', (event) => event.preventDefault());
      this.list.addEventListener('click', (event) => {
        const option = (event.target as Element).closest<HTMLElement>('[role=option]');
        if (option) this.open(Number(option.dataset.index));
      });
    }

    private onInput(): void {
      clearTimeout(this.timer);
      this.request?.abort();
      const text = this.input.value.trim();
      if (text.length < SHORTEST) return this.close();
      this.timer = setTimeout(() => void this.ask(text), PAUSE_MS);
    }

    private async ask(text: string): Promise<void> {
      this.request = new AbortController();
      const { signal } = this.request;
      const parameters = new URLSearchParams({ [this.input.name]: text });
      const address = `${this.dataset.source}?${parameters.toString()}`;
      try {
        const response = await fetch(address, { signal });
        this.show(response.ok ? ((await response.json()) as Suggestion[]) : []);
      } catch {
        // Aborted by more typing, or offline: the form works without suggestions.
      }
    }

    private show(suggestions: Suggestion[]): void {
      this.suggestions = suggestions;
      this.list.replaceChildren(
        ...suggestions.map(({ label, hint }, index) => {
          const option = document.createElement('div');
          option.role = 'option';
          option.id = `${this.list.id}-${index}`;
          option.dataset.index = String(index);
          const name = document.createElement('bdi');
          name.textContent = label;
          const detail = document.createElement('span');
          detail.className = 'quiet';
          detail.textContent = hint;
          option.append(name, detail);
          return option;
        }),
      );
      this.choose(-1);
      this.setOpen(suggestions.length > 0);
    }

    private onKey(event: KeyboardEvent): void {
      const { length } = this.suggestions;
      if (event.key === 'Escape') {
        // By default the browser empties a search field.
        event.preventDefault();
        return this.close();
      }
      if (this.list.hidden) return;
      if (event.key === 'Enter' && this.chosen >= 0) {
        event.preventDefault();
        return this.open(this.chosen);
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      // The search field itself counts as one stop of the cycle.
      this.choose(((this.chosen + step + 1 + length + 1) % (length + 1)) - 1);
    }

    private choose(index: number): void {
      this.chosen = index;
      [...this.list.children].forEach((option, each) => {
        option.ariaSelected = String(each === index);
      });
      if (index < 0) return this.input.removeAttribute('aria-activedescendant');
      this.input.setAttribute('aria-activedescendant', `${this.list.id}-${index}`);
      this.list.children[index]!.scrollIntoView({ block: 'nearest' });
    }

    private open(index: number): void {
      const { label, href } = this.suggestions[index]!;
      this.close();
      if (href) return location.assign(href);
      this.input.value = label;
    }

    private close(): void {
      clearTimeout(this.timer);
      this.request?.abort();
      this.choose(-1);
      this.setOpen(false);
    }

    private setOpen(isOpen: boolean): void {
      this.list.hidden = !isOpen;
      // Only while it is open, because two elements with one label confuse assistive technology.
      this.list.ariaLabel = isOpen ? (this.input.labels?.[0]?.textContent ?? null) : null;
      this.input.ariaExpanded = String(isOpen);
    }
  },
);
