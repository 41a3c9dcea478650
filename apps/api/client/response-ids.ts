import { decideOn, listedName } from './decide-listed.ts';
import { DECISIONS, excerpt, isKeyRequest, senderFacts } from './key-requests.ts';
import { operationAddress } from './operation-links.ts';
import {
  type Node,
  objectIn,
  type Operation,
  operationsOf,
  type Plugin,
  type SwaggerUi,
} from './swagger-ui.ts';

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

/** States in which an operation can succeed. Operations not listed are always possible. */
const POSSIBLE_IN: Record<string, string[]> = {
  changeKey: ['active', 'suspended', 'expired'],
  rotateKey: ['active', 'suspended'],
  revokeKey: ['active', 'suspended', 'expired'],
  approveKeyRequest: ['pending'],
  rejectKeyRequest: ['pending'],
  reopenKeyRequest: ['rejected'],
  suspendKey: ['active'],
  resumeKey: ['suspended'],
  acceptSuggestion: ['pending'],
  dismissSuggestion: ['pending'],
  reopenSuggestion: ['dismissed'],
  mergeDuplicate: ['open', 'later'],
  dismissDuplicate: ['open', 'later'],
  postponeDuplicate: ['open'],
  reopenDuplicate: ['later', 'dismissed'],
  cancelImport: ['waiting', 'running'],
  undoImport: ['finished', 'failed', 'cancelled'],
  retryDelivery: ['pending', 'failed'],
};

/** Further conditions under which an operation can succeed. */
const POSSIBLE_IF: Record<string, (record: Record<string, unknown>) => boolean> = {
  undoImport: ({ dryRun, undoneAt }) => !dryRun && !undoneAt,
  disableAdmin: ({ disabledAt }) => disabledAt === null,
  enableAdmin: ({ disabledAt }) => disabledAt !== null,
  restoreBusiness: isRemoved,
  restoreDeal: isRemoved,
  restoreEvent: isRemoved,
};

/** Names, followed by facts, of records that have no name of their own. */
const DESCRIPTIONS: Record<string, (record: never) => (string | false | null)[]> = {
  deliveries: ({ recipient, kind, lastError }: Delivery) => [recipient, kind, lastError],
  duplicates: ({ businesses, reasons }: Pair) => [
    businesses.map(({ name }) => name).join(' / '),
    ...businesses.map(({ slug, address }) => `${slug}: ${address.street ?? 'no street'}`),
    reasons.join(', '),
  ],
  imports: ({ source, file, dryRun, createdAt, counts }: Import) => [
    source ?? file ?? 'Import without a source',
    createdAt,
    dryRun && 'dry run',
    ...Object.entries(counts).map(([kind, count]) => count > 0 && `${count} ${kind}`),
  ],
  suggestions: ({ businessName, change, about, correction, source }: Suggestion) => [
    businessName ?? change?.name ?? change?.title ?? null,
    about,
    excerpt(correction),
    excerpt(source),
  ],
};

interface Delivery {
  recipient: string;
  kind: string;
  lastError: string | null;
}

interface Pair {
  businesses: { name: string; slug: string; address: { street: string | null } }[];
  reasons: string[];
}

interface Import {
  source: string | null;
  file: string | null;
  dryRun: boolean;
  createdAt: string;
  counts: Record<string, number>;
}

interface Suggestion {
  businessName: string | null;
  change: { name?: string; title?: string } | null;
  about: string;
  correction: string;
  source: string;
}

interface Found {
  collection: string;
  id: string;
  name: string;
  /** The record itself. Undefined for a mere reference. */
  record?: Record<string, unknown>;
}

/**
 * Shows a row above a response for each record in it: the facts an admin decides on, and links to
 * the operations that its state allows.
 */
export const responseIds: Plugin = ({ React }) => {
  const element = React.createElement;
  return {
    wrapComponents: {
      responseBody:
        (Original: (props: object) => Node, ui: SwaggerUi) =>
        (props: { content: unknown; url: string }) => {
          const all = foundIn(props.content, props.url);
          const operations = operationsOf(ui);
          return element(
            'div',
            null,
            decisionLink(all, operations, ui),
            ...all.map((found) => rowOf(found, operations)),
            element(Original, props),
          );
        },
    },
  };

  function decisionLink(all: Found[], operations: Operation[], ui: SwaggerUi): Node {
    const operation = operations.find(({ path }) => path === DECISIONS);
    const requests = all.flatMap(({ record }) =>
      record && isKeyRequest(record) && record.status === 'pending' ? [record] : [],
    );
    if (!operation || requests.length < 2) return null;
    return element(
      'a',
      {
        className: 'btn decide-on-these',
        href: operationAddress(operation),
        onClick: () => decideOn(requests, ui),
      },
      `Decide on these ${requests.length}`,
    );
  }

  function rowOf({ collection, id, name, record }: Found, all: Operation[]): Node {
    const pattern = new RegExp(`^/admin/${collection}/\\{id(OrSlug)?\\}`);
    const operations = all.filter(
      ({ path, operationId }) => pattern.test(path) && (!record || isPossible(operationId, record)),
    );
    if (operations.length === 0) return null;
    const [described, ...details] = (record && DESCRIPTIONS[collection]?.(record as never)) ?? [];
    const facts = [...factsOf(record ?? {}), ...details.filter(Boolean)];
    return element(
      'p',
      { className: 'response-id', key: `${collection} ${id}` },
      element('strong', null, described || name || listedName(id) || id),
      element('span', { className: 'facts' }, facts.join(' · ')),
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
  const [, collection, part] = /\/admin\/([\w-]+)(\/[^/?]+\/[^/?]+)?/.exec(url) ?? [];
  const found = new Map<string, Found>();
  const add = (collection: string, id: unknown, name = '', record?: Record<string, unknown>) => {
    if (typeof id !== 'string' || found.size >= MOST_RECORDS) return;
    if (!found.has(`${collection} ${id}`))
      found.set(`${collection} ${id}`, { collection, id, name, record });
  };
  const visit = (value: unknown, collection: string | undefined) => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, collection));
    if (typeof value !== 'object' || value === null) return;
    const record = value as Record<string, unknown>;
    if (collection) add(collection, record.id, nameOf(record), record);
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
  const { data } = objectIn(content);
  // A list of parts, such as the history of a business, has ids of other records.
  visit(data, part && Array.isArray(data) ? undefined : collection);
  return [...found.values()];
}

function isPossible(operationId: string, record: Record<string, unknown>): boolean {
  const state = record.status ?? record.state;
  const isInState = typeof state !== 'string' || POSSIBLE_IN[operationId]?.includes(state);
  return (isInState ?? true) && (POSSIBLE_IF[operationId]?.(record) ?? true);
}

function isRemoved({ removedAt }: Record<string, unknown>): boolean {
  return removedAt !== null;
}

function factsOf(record: Record<string, unknown>): string[] {
  const state = record.status ?? record.state;
  const { message } = (record.error ?? {}) as { message?: unknown };
  return [
    ...(typeof state === 'string' ? [state] : []),
    ...(typeof message === 'string' ? [message] : []),
    ...(isKeyRequest(record) ? [...senderFacts(record), excerpt(record.project)] : []),
  ];
}

function nameOf({ name, label, title, email }: Record<string, unknown>): string {
  return [name, label, title, email].find((text) => typeof text === 'string') ?? '';
}
