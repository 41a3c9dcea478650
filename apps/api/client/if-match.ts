import {
  type Immutable,
  objectIn,
  operationsOf,
  type Plugin,
  type SwaggerUi,
} from './swagger-ui.ts';

const MOST_KNOWN = 1_000;
const IDS = ['id', 'idOrSlug'];

/** Response as Swagger UI's interceptor receives it. */
export interface SwaggerResponse {
  ok: boolean;
  url: string;
  headers: Record<string, string>;
  text: string;
}

type Operation = [path: string, method: string];
type Change = (operation: Operation, parameter: string | Immutable, ...more: unknown[]) => unknown;

/** ETags from the last response for each record, by collection and id or slug. Oldest first. */
const known = new Map<string, string>();

/** Fills `If-Match` with the ETag from the last response for the record whose id is entered. */
export const ifMatch: Plugin = () => {
  const thenFill =
    (change: Change, ui: SwaggerUi): Change =>
    (operation, parameter, ...more) => {
      const changed = change(operation, parameter, ...more);
      const name = typeof parameter === 'string' ? parameter : (parameter.get('name') as string);
      if (IDS.includes(name)) fill(ui, operation);
      return changed;
    };
  const wrapActions = { changeParam: thenFill, changeParamByIdentity: thenFill };
  return { statePlugins: { spec: { wrapActions } } };
};

/** Remembers the ETag of a record, and fills it in wherever the record's id is entered. */
export function rememberTag(response: SwaggerResponse, ui: SwaggerUi): void {
  const { pathname } = new URL(response.url, location.href);
  const { etag } = response.headers;
  if (!response.ok || !etag || !pathname.startsWith('/admin/')) return;
  const { id, slug } = (objectIn(response.text).data ?? {}) as { id?: unknown; slug?: unknown };
  for (const name of [id, slug]) {
    if (typeof name !== 'string') continue;
    const record = recordOf(pathname, name);
    known.delete(record);
    known.set(record, etag);
  }
  for (const oldest of [...known.keys()].slice(0, -MOST_KNOWN)) known.delete(oldest);
  for (const { path, method } of operationsOf(ui)) fill(ui, [path, method]);
}

/** Fills in the known ETag. Clears the ETag of another record, but keeps `*`. */
function fill(ui: SwaggerUi, operation: Operation): void {
  const values = ui.specSelectors.parameterValues(operation);
  const id = (values.get('path.idOrSlug') ?? values.get('path.id')) as string | undefined;
  if (!id || !values.has('header.If-Match')) return;
  const entered = (values.get('header.If-Match') ?? '') as string;
  const tag = known.get(recordOf(operation[0], id)) ?? (entered === '*' ? '*' : '');
  if (tag !== entered) ui.specActions.changeParam(operation, 'If-Match', 'header', tag, false);
}

/** Identifies a record by the collection in a path, and its id or slug. */
function recordOf(path: string, idOrSlug: string): string {
  return `${path.split('/')[2]} ${idOrSlug}`;
}
