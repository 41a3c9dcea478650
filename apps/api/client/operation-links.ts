import { type Operation, operationsOf, type Plugin, type SwaggerUi } from './swagger-ui.ts';

/** Returns the URL on this page that opens an operation with the id, if any, filled in. */
export function operationAddress({ tag, operationId }: Operation, id?: string): string {
  const query = id ? `?${new URLSearchParams({ id }).toString()}` : '';
  return `${location.pathname}${query}#/${encodeURIComponent(tag)}/${operationId}`;
}

/**
 * Fills the parameters of a URL such as `?id=…#/Key%20requests/approveKeyRequest` into its
 * operation. `id` also fills in `idOrSlug`. A URL sets no options of an operation that changes
 * something.
 */
export function fillInLinked(ui: SwaggerUi): void {
  const operation = linkedOperation(ui);
  if (!operation) return;
  const { path, method, parameters } = operation;
  const given = new URLSearchParams(location.search);
  for (const { name, in: place } of parameters) {
    const value = given.get(name === 'idOrSlug' ? 'id' : name);
    if (!value || (place !== 'path' && method !== 'get')) continue;
    const before = ui.specSelectors.parameterValues([path, method]).get(`${place}.${name}`);
    ui.specActions.changeParam([path, method], name, place, value, false);
    // The body is about the earlier record. Swagger UI then enters the example.
    if (before && before !== value)
      ui.oas3Actions.setRequestBodyValue({ value: '', pathMethod: [path, method] });
  }
}

export function linkedOperation(ui: SwaggerUi): Operation | undefined {
  const operationId = location.hash.split('/').at(-1);
  return operationsOf(ui).find((operation) => operation.operationId === operationId);
}

/** Adds an action that shows a part of the page. Swagger UI's own also adds an entry to the history. */
export const reveal: Plugin = () => ({
  statePlugins: {
    layout: {
      actions: {
        reveal: (part: string[]) => ({
          type: 'layout_show',
          payload: { thing: part, shown: true },
        }),
      },
    },
  },
});

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
    fillInLinked(ui);
    open(ui);
  });
  // The fields keep what the admin entered.
  addEventListener('popstate', () => open(ui));
}

/** Opens the linked operation. Swagger UI itself does this only when the page loads. */
function open(ui: SwaggerUi): void {
  const operation = linkedOperation(ui);
  if (!operation) return;
  const { tag, operationId } = operation;
  ui.layoutActions.updateFilter('');
  ui.layoutActions.reveal(['operations-tag', tag]);
  ui.layoutActions.reveal(['operations', tag, operationId]);
  requestAnimationFrame(() =>
    document.querySelector(`.opblock[id$="-${operationId}"]`)?.scrollIntoView(),
  );
}
