import { adoptFrame, fetchPage, isPlain } from './fetched-page.ts';

/**
 * Follows the filters, sorts and pages of a list in place: fetches the new page and swaps its list
 * in, with the address, title, focus and scroll position of the new page. The focus moves to the
 * heading, so a screen reader reads the new total, unless a part of the new list has taken it. Links
 * it cannot follow stay ordinary links.
 */
const REGION = '[data-swap]';

/** Swaps in the list of an address, or opens the address if that fails. */
export function follow(address: string, scrollTop: number, onShown?: () => void): void {
  void fetchPage(address, (page) => {
    const [present, next] = [document, page].map((each) => each.querySelector(REGION));
    if (!present || !next) throw new Error(`${address} has no list to swap in.`);
    present.replaceWith(document.adoptNode(next));
    adoptFrame(page);
    onShown?.();
    if (next.contains(document.activeElement)) return;
    // Unless the visitor is typing elsewhere by now.
    if (document.activeElement === document.body) {
      next.querySelector('h1')?.focus({ preventScroll: true });
    }
    scrollTo({ top: scrollTop });
  });
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(`${REGION} a[data-in-place]`);
  if (!link || !isPlain(event) || event.defaultPrevented) return;
  event.preventDefault();
  const address = link.href;
  history.replaceState({ scrollY }, '');
  follow(address, 0, () => history.pushState({ scrollY: 0 }, '', address));
});

// The position to return to with "Forward".
addEventListener('scrollend', () => {
  if (history.state) history.replaceState({ scrollY }, '');
});

addEventListener('popstate', ({ state }: PopStateEvent) => {
  // Entries made here have a state. One without it only moved within the page, as "#filters" does.
  if (!state || !document.querySelector(REGION)) return;
  follow(location.href, (state as { scrollY: number }).scrollY);
});
