/** Number of days each arrow key moves. */
const DAYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 } as const;

/** True while a key leads to another month, whose grid takes the focus. */
let isTurning = false;

/**
 * Turns the days of a month into a grid that the arrow keys navigate. One day is a tab stop, and so
 * are the links in all days. Home and End move to the ends of the week, Page Up and Page Down to the
 * previous and next month, and Enter opens the day (ARIA Authoring Practices, "Grid").
 */
customElements.define(
  'mnbd-month',
  class extends HTMLElement {
    private days: HTMLElement[] = [];

    connectedCallback(): void {
      this.days = [...this.querySelectorAll<HTMLElement>('[data-day]')];
      this.querySelector('table')!.role = 'grid';
      const today = this.days.find((day) => day.ariaCurrent === 'date') ?? this.days[0]!;
      for (const day of this.days) day.tabIndex = day === today ? 0 : -1;
      if (isTurning) today.focus();
      isTurning = false;
      this.addEventListener('keydown', (event) => this.press(event));
    }

    private press(event: KeyboardEvent): void {
      const { target, key } = event;
      const present = this.days.indexOf(target as HTMLElement);
      if (present < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const link = this.linkFor(key, this.days[present]!);
      const next = this.days[this.nextOf(key, present)];
      if (!link && !next) return;
      event.preventDefault();
      if (link) {
        isTurning = key !== 'Enter';
        return link.click();
      }
      this.days[present]!.tabIndex = -1;
      next!.tabIndex = 0;
      next!.focus();
    }

    private nextOf(key: string, present: number): number {
      if (key in DAYS) return present + DAYS[key as keyof typeof DAYS];
      const row = this.days[present]!.parentElement;
      const week = this.days.flatMap((day, index) => (day.parentElement === row ? index : []));
      if (key === 'Home') return week[0]!;
      return key === 'End' ? week.at(-1)! : -1;
    }

    private linkFor(key: string, day: HTMLElement): HTMLAnchorElement | null {
      if (key === 'Enter') return day.querySelector('a');
      const rel = { PageUp: 'prev', PageDown: 'next' }[key];
      return rel ? document.querySelector(`.months [rel=${rel}]`) : null;
    }
  },
);
