/**
 * Follows the filters, sorts and pages of a list in place: the new page is fetched, its list takes
 * the place of the old one, and the address, the title, what is announced, the focus and the scroll
 * position are those of the new page. What cannot be done so is an ordinary link.
 */
const REGION = '[data-swap]';

const policy = (
  globalThis as {
    trustedTypes?: {
      createPolicy(name: string, rules: object): { createHTML(text: string): string };
    };
  }
).trustedTypes?.createPolicy('page', { createHTML: (html: string) => html });

let request: AbortController | undefined;

async function swap(address: string): Promise<boolean> {
  request?.abort();
  request = new AbortController();
  const response = await fetch(address, {
    signal: request.signal,
    headers: { accept: 'text/html' },
  });
  if (!response.ok || response.redirected) return false;
  const html = await response.text();
  // Of our own pages, which are made of escaped text; scripts in it do not run.
  const page = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
  const [present, next] = [document, page].map((each) => each.querySelector(REGION));
  if (!present || !next) return false;
  present.replaceWith(document.adoptNode(next));
  const sprite = page.querySelector('.sprite');
  if (sprite) document.querySelector('.sprite')?.replaceWith(document.adoptNode(sprite));
  document.title = page.title;
  return true;
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function follow(address: string, onShown: () => void): void {
  swap(address)
    .then((isDone) => (isDone ? onShown() : location.assign(address)))
    .catch((error: unknown) => {
      if ((error as Error).name !== 'AbortError') location.assign(address);
    });
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(`${REGION} a[data-in-place]`);
  if (!link || !isPlain(event) || event.defaultPrevented) return;
  event.preventDefault();
  const address = link.href;
  history.replaceState({ scrollY }, '');
  follow(address, () => {
    history.pushState({ scrollY: 0 }, '', address);
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>(`${REGION} h1`)?.focus();
  });
});

addEventListener('popstate', ({ state }: PopStateEvent) => {
  if (!document.querySelector(REGION)) return;
  const { scrollY = 0 } = (state ?? {}) as { scrollY?: number };
  follow(location.href, () => scrollTo({ top: scrollY }));
});
