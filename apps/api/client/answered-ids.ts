import { operationAddress } from './operation-links.ts';
import { type Node, operationsOf, type Plugin, type SwaggerUi } from './swagger-ui.ts';

/** Maximum number of records in a response that get links. */
const MOST_RECORDS = 100;

/** Collections of the records that fields refer to. */
const COLLECTIONS: Record<string, string> = {
  admin: 'admins',
  business: 'businesses',
  category: 'categories',
  deal: 'deals',
  event: 'events',
  import: 'imports',
  key: 'keys',
  'key-request': 'key-requests',
  keyId: 'keys',
  requestId: 'key-requests',
  suggestion: 'suggestions',
};

interface Found {
  collection: string;
  id: string;
  name: string;
}

/** Shows links above a response, from each id in it to the operations that take the id. */
export const answeredIds: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      responseBody:
        (Original: (props: object) => Node, ui: SwaggerUi) =>
        (props: { content: unknown; url: string }) =>
          element(
            'div',
            null,
            ...foundIn(props.content, props.url).map((found) => linksOf(found, ui)),
            element(Original, props),
          ),
    },
  };

  function linksOf({ collection, id, name }: Found, ui: SwaggerUi): Node {
    const pattern = new RegExp(`^/admin/${collection}/\\{id(OrSlug)?\\}`);
    const operations = operationsOf(ui).filter(({ path }) => pattern.test(path));
    if (operations.length === 0) return null;
    return element(
      'p',
      { className: 'answered-id', key: `${collection} ${id}` },
      element('strong', null, name || id),
      ...operations.map((operation) =>
        element(
          'a',
          { href: operationAddress(operation, id), key: operation.operationId },
          operation.summary,
        ),
      ),
    );
  }
};

/** Returns the records that a response of an admin operation refers to, without duplicates. */
export function foundIn(content: unknown, url: string): Found[] {
  const collection = /\/admin\/([\w-]+)/.exec(url)?.[1];
  const found = new Map<string, Found>();
  const add = (collection: string, id: unknown, name = '') => {
    if (typeof id !== 'string' || found.size >= MOST_RECORDS) return;
    if (!found.has(`${collection} ${id}`))
      found.set(`${collection} ${id}`, { collection, id, name });
  };
  const visit = (value: unknown, collection: string | undefined) => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, collection));
    if (typeof value !== 'object' || value === null) return;
    const record = value as Record<string, unknown>;
    if (collection) add(collection, record.id, nameOf(record));
    if (typeof record.subject === 'string') {
      const of = COLLECTIONS[record.subject];
      if (of) add(of, record.subjectId, record.subject);
    }
    for (const [field, part] of Object.entries(record)) {
      const of = COLLECTIONS[field];
      if (of && typeof part === 'string') add(of, part, field.replace(/Id$/, ''));
      else if (of) visit(part, of);
    }
  };
  const { data } = parsed(content);
  visit(data, collection);
  return [...found.values()];
}

function nameOf({ name, label, title, email, recipient }: Record<string, unknown>): string {
  return [name, label, title, email, recipient].find((text) => typeof text === 'string') ?? '';
}

function parsed(content: unknown): { data?: unknown } {
  if (typeof content !== 'string') return {};
  try {
    return JSON.parse(content) as { data?: unknown };
  } catch {
    return {};
  }
}
