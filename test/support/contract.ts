import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

interface Contract {
  document: OpenApiDocument;
  ajv: Ajv2020;
}

interface Exchange {
  method: string;
  url: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

const contracts = new Map<string, Promise<Contract>>();

/**
 * Holds an answer against the OpenAPI document that its server offers: the operation declares the
 * status, and the body is of the declared schema. Answers outside any operation (404 and 405 of
 * the framework, the pages) are not in a document and pass.
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

  const { status, contentType, body } = exchange;
  const name = `${exchange.method} ${template}`;
  if (!operation.responses[status]) throw new Error(`${name} answered ${status}, undocumented.`);
  if (body === undefined || !contentType?.startsWith('application/json')) return;

  const pointer = [
    'paths',
    template,
    method,
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ];
  const $ref = `contract#/${pointer.map((part) => escape(String(part))).join('/')}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  if (!validate(body)) {
    throw new Error(
      `${name} answered ${status} otherwise than documented: ${ajv.errorsText(validate.errors)}`,
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

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** A part of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function escape(part: string): string {
  return encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'));
}
