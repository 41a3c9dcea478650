import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, { headers: object }> }>>;
}

interface Contract {
  document: OpenApiDocument;
  ajv: Ajv2020;
}

interface Exchange {
  method: string;
  url: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Headers that the document must declare for every response that carries them. */
const TELLING = [
  'ETag',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'RateLimit',
  'Content-Disposition',
  'Link',
];

/** Headers that are omitted when the address is very long, and when the body is JSON. */
const OPTIONAL = ['Link', 'X-Total-Count', 'Content-Disposition'];

/** Headers of only some failures. The document describes all failures together. */
const OF_SOME_FAILURES = ['WWW-Authenticate', 'Retry-After'];

const contracts = new Map<string, Promise<Contract>>();

/**
 * Verifies a response against its server's OpenAPI document: the operation declares the status (or
 * failures in general) and the headers, and the body matches the schema. Ignores responses that
 * belong to no operation, such as pages and the framework's 404 and 405.
 */
export async function expectDocumented(exchange: Exchange): Promise<void> {
  const { origin, pathname } = new URL(exchange.url);
  const isAdmin = pathname.startsWith('/admin');
  const documentUrl = `${origin}${isAdmin ? '/admin' : ''}/openapi.json`;
  if (!contracts.has(documentUrl)) contracts.set(documentUrl, load(documentUrl));
  const { document, ajv } = await contracts.get(documentUrl)!;

  const template = Object.keys(document.paths).find((path) => toPattern(path).test(pathname));
  const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
  const operation = template && document.paths[template]?.[method];
  if (!operation) return;

  const { status, headers, body } = exchange;
  const name = `${exchange.method} ${template}`;
  const documented = operation.responses[status] ?? operation.responses.default;
  if (!documented) throw new Error(`${name} answered ${status}, undocumented.`);
  const isOwn = String(status) in operation.responses;
  const optional = isOwn ? OPTIONAL : [...OPTIONAL, ...OF_SOME_FAILURES];
  const missing = Object.keys(documented.headers).filter(
    (header) => !headers.has(header) && !optional.includes(header),
  );
  if (missing.length > 0) throw new Error(`${name} answered ${status} without ${missing.join()}.`);
  const undocumented = TELLING.filter(
    (header) => headers.has(header) && !(header in documented.headers),
  );
  if (undocumented.length > 0) {
    throw new Error(`${name} answered ${status} with ${undocumented.join()}, undocumented.`);
  }
  const mediaType = headers.get('content-type')?.split(';')[0];
  if (body === undefined || !mediaType?.endsWith('json')) return;

  const pointer = [
    'paths',
    template,
    method,
    'responses',
    isOwn ? status : 'default',
    'content',
    mediaType,
    'schema',
  ];
  const $ref = `contract#/${pointer.map((part) => escape(String(part))).join('/')}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  if (validate(body)) return;
  const isSparse = new URL(exchange.url).searchParams.has('fields');
  const errors = validate.errors!.filter(
    ({ keyword, instancePath }) =>
      !(isSparse && keyword === 'required' && isOfRecord(instancePath)),
  );
  if (errors.length > 0) {
    throw new Error(
      `${name} answered ${status} with an undocumented body: ${ajv.errorsText(errors)}`,
    );
  }
}

async function load(documentUrl: string): Promise<Contract> {
  const response = await fetch(documentUrl);
  const document = (await response.json()) as OpenApiDocument;
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'contract');
  return { document, ajv };
}

/** Reports whether the path is a record, which may lack required properties when `fields` is sent. */
function isOfRecord(instancePath: string): boolean {
  return /^\/data\/\d+$/.test(instancePath);
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** Escapes part of a JSON Pointer for a URI fragment (RFC 6901, section 6). */
function escape(part: string): string {
  return encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'));
}
