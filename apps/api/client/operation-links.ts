import { type Operation, operationsOf, type SwaggerUi } from './swagger-ui.ts';

const IDS = ['id', 'idOrSlug'];

/** Returns the URL on this page that opens an operation with the id, if any, filled in. */
export function operationAddress({ tag, operationId }: Operation, id?: string): string {
  const query = id ? `?${new URLSearchParams({ id }).toString()}` : '';
  return `${location.pathname}${query}#/${encodeURIComponent(tag)}/${operationId}`;
}

/** Fills the id of a URL such as `?id=…#/Key%20requests/approveKeyRequest` into its operation. */
export function fillInLinked(ui: SwaggerUi): void {
  const operation = linkedOperation(ui);
  const id = new URLSearchParams(location.search).get('id');
  const parameter = operation?.parameters.find(
    (each) => each.in === 'path' && IDS.includes(each.name),
  );
  if (!operation || !parameter || !id) return;
  const { path, method } = operation;
  ui.specActions.changeParam([path, method], parameter.name, 'path', id, false);
}

export function linkedOperation(ui: SwaggerUi): Operation | undefined {
  const operationId = location.hash.split('/').at(-1);
  return operationsOf(ui).find((operation) => operation.operationId === operationId);
}

/** Follows links to operations without reloading the page, so that responses stay visible. */
export function followLinks(ui: SwaggerUi): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isHere = link.origin === location.origin && link.pathname === location.pathname;
    // Swagger UI's own links consist only of a hash and collapse their target.
    if (!isHere || !link.hash || link.getAttribute('href')!.startsWith('#')) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    open(ui);
  });
  addEventListener('popstate', () => open(ui));
}

/** Opens the linked operation. Swagger UI itself does this only when the page loads. */
function open(ui: SwaggerUi): void {
  const operation = linkedOperation(ui);
  if (!operation) return;
  const { tag, operationId } = operation;
  fillInLinked(ui);
  ui.layoutActions.updateFilter('');
  ui.layoutActions.show(['operations-tag', tag], true);
  ui.layoutActions.show(['operations', tag, operationId], true);
  requestAnimationFrame(() =>
    document.querySelector(`.opblock[id$="-${operationId}"]`)?.scrollIntoView(),
  );
}
