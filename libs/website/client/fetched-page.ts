const policy = (
  globalThis as {
    trustedTypes?: {
      createPolicy(name: string, rules: object): { createHTML(text: string): string };
    };
  }
).trustedTypes?.createPolicy('page', { createHTML: (html: string) => html });

let request: AbortController | undefined;

/** Reports whether a page that will change the current one is being fetched. */
export function isFetching(): boolean {
  return request !== undefined;
}

/**
 * Fetches a page of this website, to show parts of it on the current one. The next request cancels
 * this one. If the page cannot be shown, the browser opens it.
 *
 * @param variant address to fetch instead, which has the same page with other details
 */
export async function fetchPage(
  address: string,
  show: (page: Document) => void,
  variant = address,
): Promise<void> {
  request?.abort();
  request = new AbortController();
  try {
    const page = await read(variant, request.signal);
    request = undefined;
    show(page);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') location.assign(address);
  }
}

async function read(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
  if (!response.ok || response.redirected) throw new Error(`${address} is not the page to show.`);
  const html = await response.text();
  // From our own pages, whose text is escaped; the parser runs no scripts.
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
}

/** Reports whether a click opens its link in the same tab. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Parts of a page outside its list or map that depend on the address. */
const PARTS = ['.sprite', '#languages', '.search-form'];

/** Parts of the head that describe the page, such as the address that a phone shares. */
const HEAD = '[rel=canonical], [rel=alternate], [name=robots], [name=description], [property]';

/** Adopts the head and those parts from a fetched page, except a form that the visitor fills in. */
export function adoptFrame(page: Document): void {
  for (const part of PARTS) {
    const [present, next] = [document, page].map((each) => each.querySelector(part));
    if (present && next && !isBeingFilledIn(present)) present.replaceWith(document.adoptNode(next));
  }
  document.title = page.title;
  for (const each of document.head.querySelectorAll(HEAD)) each.remove();
  document.head.append(...page.head.querySelectorAll(HEAD));
}

function isBeingFilledIn(part: Element): boolean {
  const fields = [...part.querySelectorAll('input')];
  const isChanged = fields.some(({ value, defaultValue }) => value !== defaultValue);
  return isChanged || part.contains(document.activeElement);
}
