/** A page of the map, fetched to bring the present one up to it. */
export class NextPage {
  private constructor(private readonly page: Document) {}

  /** @throws AbortError when another page is wanted before it is there */
  static async fetch(address: string, signal: AbortSignal): Promise<NextPage> {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`The map answered ${response.status}.`);
    return new NextPage(new DOMParser().parseFromString(await response.text(), 'text/html'));
  }

  /** Where its map is. */
  get map(): HTMLElement {
    return this.page.querySelector<HTMLElement>('.map')!;
  }

  /** Puts its parts into the page, and keeps the focus on what is called the same. */
  show(): void {
    const focused = document.activeElement;
    const label = focused?.getAttribute('aria-label');
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      const next = this.page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!next || part.innerHTML === next.innerHTML) continue;
      part.replaceChildren(...[...next.childNodes].map((node) => document.adoptNode(node)));
      if (label && focused && !focused.isConnected) {
        part.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
      }
    }
    const sprite = this.page.querySelector('.sprite');
    if (sprite) document.querySelector('.sprite')?.replaceWith(document.adoptNode(sprite));
    document.title = this.page.title;
  }
}
