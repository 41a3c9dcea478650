/** Parts of a page outside its list or map that depend on the address. */
const PARTS = ['.sprite', '#languages', '.search-form'];

/** Adopts the title and those parts from a fetched page, except a form that the visitor fills in. */
export function adoptFrame(page: Document): void {
  for (const part of PARTS) {
    const [present, next] = [document, page].map((each) => each.querySelector(part));
    if (present && next && !isBeingFilledIn(present)) present.replaceWith(document.adoptNode(next));
  }
  document.title = page.title;
}

function isBeingFilledIn(part: Element): boolean {
  const text = part.querySelector<HTMLInputElement>('[type=search]');
  return part.contains(document.activeElement) || text?.value !== text?.defaultValue;
}
