import { objectIn, operationsOf, type Plugin, type SwaggerUi } from './swagger-ui.ts';

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
type Change = (operation: Operation, name: string, ...more: unknown[]) => unknown;

/** ETags from the last response for each record, by collection and id or slug. Oldest first. */
const known = new Map<string, string>();

/** Fills `If-Match` with the ETag from the last response for the record whose id is entered. */
export const ifMatch: Plugin = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        changeParam:
          (change: Change, ui: SwaggerUi): Change =>
          (operation, name, ...more) => {
            const changed = change(operation, name, ...more);
            if (IDS.includes(name)) fill(ui, operation);
            return changed;
          },
      },
    },
  },
});

/** Remembers the ETag of a record, and fills it in wherever the record's id is entered. */
export function rememberTag(response: SwaggerResponse, ui: SwaggerUi): void {
  const { pathname } = new URL(response.url, location.href);
  const { etag } = response.headers;
  if (!response.ok || !etag || !pathname.startsWith('/admin/')) return;
  const { id, slug } = (objectIn(response.text).data ?? {}) as { id?: unknown; slug?: unknown };
  const records = [id, slug]
    .filter((name) => typeof name === 'string')
    .map((name) => recordOf(pathname, name));
  for (const record of records) {
    known.delete(record);
    known.set(record, etag);
  }
  for (const oldest of [...known.keys()].slice(0, -MOST_KNOWN)) known.delete(oldest);
  for (const { path, method } of operationsOf(ui)) {
    const record = enteredRecord(ui, [path, method]);
    if (record && records.includes(record)) fill(ui, [path, method]);
  }
}

/** Fills in the known ETag. Clears the ETag of another record, but keeps `*`. */
function fill(ui: SwaggerUi, operation: Operation): void {
  const record = enteredRecord(ui, operation);
  const values = ui.specSelectors.parameterValues(operation);
  if (!record || !values.has('header.If-Match')) return;
  const entered = (values.get('header.If-Match') ?? '') as string;
  const tag = known.get(record) ?? (entered === '*' ? '*' : '');
  if (tag !== entered) ui.specActions.changeParam(operation, 'If-Match', 'header', tag, false);
}

/** Returns the record whose id or slug is entered. */
function enteredRecord(ui: SwaggerUi, operation: Operation): string | undefined {
  const values = ui.specSelectors.parameterValues(operation);
  const id = (values.get('path.idOrSlug') ?? values.get('path.id')) as string | undefined;
  return id && recordOf(operation[0], id);
}

/** Identifies a record by the collection in a path, and its id or slug. */
function recordOf(path: string, idOrSlug: string): string {
  return `${path.split('/')[2]} ${idOrSlug}`;
}
