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
  const text = part.querySelector<HTMLInputElement>('[type=search]');
  return part.contains(document.activeElement) || text?.value !== text?.defaultValue;
}
