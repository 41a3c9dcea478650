import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operationsOf, readDocuments } from '../support/openapi.ts';
import { useDirectory } from '../support/use-directory.ts';

interface Body {
  operationId: string;
  /** Body that Swagger UI prefills. */
  least: any;
  others: unknown[];
  isValid: ValidateFunction;
}

const { program } = useDirectory();

describe('the OpenAPI documents', () => {
  let documents: any[];

  beforeAll(async () => {
    documents = await readDocuments(program);
  });

  it('are the same on every request', async () => {
    expect(documents[0]).toMatchObject({ info: { contact: { url: program.url } } });
    expect(await readDocuments(program)).toEqual(documents);
  });

  it('list only headers for a 304 that the 200 of the operation has', () => {
    const conditional = operationsOf(documents[0]).filter(
      ({ operation }) => operation.responses[304],
    );
    expect(conditional.length).toBeGreaterThan(15);
    for (const { operation } of conditional) {
      const { responses, operationId } = operation;
      const own = Object.keys(responses[200].headers);
      const foreign = Object.keys(responses[304].headers).filter((name) => !own.includes(name));
      expect([operationId, foreign]).toEqual([operationId, []]);
    }
  });

  it('state bounds for every input', () => {
    for (const document of documents) {
      const inputs = operationsOf(document).flatMap(({ operation }) => [
        ...(operation.parameters ?? []),
        ...Object.values<any>(operation.requestBody?.content ?? {}),
      ]);
      expect(inputs.length).toBeGreaterThan(50);
      for (const { name = 'body', schema } of inputs) {
        expect([name, unboundedIn(schema, document)]).toEqual([name, []]);
      }
    }
  });

  it('state the maximum length of every text in a response', () => {
    const [document] = documents;
    for (const record of ['Business', 'Category', 'City', 'County', 'Event', 'Deal']) {
      const schema = document.components.schemas[record];
      for (const [name, property] of Object.entries<any>(schema.properties)) {
        // These arrays have no maximum length.
        if (['children', 'categories'].includes(name)) continue;
        expect([record, name, unboundedIn(property, document)]).toEqual([record, name, []]);
      }
    }
    for (const [name, { schema }] of Object.entries<any>(document.components.headers)) {
      expect([name, unboundedIn(schema, document)]).toEqual([name, []]);
    }
  });

  describe('of bodies that Swagger UI prefills', () => {
    let bodies: Body[];

    beforeAll(() => {
      bodies = documents.flatMap(bodiesOf);
    });

    it('are valid for every operation that takes JSON, apart from a reason', () => {
      expect(bodies.length).toBeGreaterThan(12);
      for (const { operationId, least, others, isValid } of bodies) {
        const withReason = 'reason' in least ? { ...least, reason: 'It is spam.' } : least;
        for (const value of [withReason, ...others]) {
          isValid(value);
          expect([operationId, isValid.errors]).toEqual([operationId, null]);
        }
      }
    });

    it('have no optional field', () => {
      expect(bodies.flatMap(({ least }) => Object.keys(least)).length).toBeGreaterThan(10);
      for (const { operationId, least, isValid } of bodies) {
        for (const field of Object.keys(least)) {
          const rest = Object.fromEntries(Object.entries(least).filter(([name]) => name !== field));
          expect([operationId, field, isValid(rest)]).toEqual([operationId, field, false]);
        }
      }
    });
  });

  it('leave optional query parameters and headers empty or at their default', () => {
    const parameters = documents
      .flatMap(operationsOf)
      .flatMap(({ operation }) => operation.parameters ?? []);
    const filled = parameters.filter(
      ({ required, example, examples, schema }: any) =>
        !required && [example, examples, schema?.example].some((value) => value !== undefined),
    );
    expect(filled).toEqual([]);
    expect(parameters.some(({ schema }: any) => schema?.examples)).toBe(true);
  });

  function bodiesOf(document: any): Body[] {
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
    ajv.addSchema(document, 'document');
    return operationsOf(document).flatMap(({ operation: { operationId, requestBody } }) => {
      const json = requestBody?.content['application/json'];
      if (!json?.schema?.$ref) return [];
      const [least, ...others] = Object.values<any>(json.examples).map(({ value }) => value);
      const isValid = ajv.compile({ $ref: `document${json.schema.$ref}` });
      return [{ operationId, least, others, isValid }];
    });
  }
});

describe('the documentation', () => {
  /**
   * Returns the expected Cache-Control of a file: admin pages are never stored, and files with a
   * version in their address never expire.
   */
  const caching = (address: string) => {
    if (address.startsWith('/admin/')) return 'no-store';
    return /\/docs\.(js|css)$/.test(address) ? 'no-cache' : 'public, max-age=31536000, immutable';
  };

  const addressesIn = (html: string) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);

  it.each(['/docs', '/admin/docs'])(
    'at %s serves the files it references and no others',
    async (page) => {
      const response = await fetch(program.url + page);
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline');
      const addresses = addressesIn(await response.text());
      expect(addresses).toHaveLength(6);
      for (const address of addresses) {
        const { status, headers } = await fetch(program.url + address);
        expect([address, status]).toEqual([address, 200]);
        expect(headers.get('cache-control')).toBe(caching(address));
      }
      const folder = addresses[0]!.replace(/[^/]+$/, '');
      const others = [
        'package.json',
        'README.md',
        'LICENSE',
        'index.html',
        'swagger-initializer.js',
        'swagger-ui.css.map',
        'swagger-ui-bundle.js.map',
      ];
      for (const path of [`${page}/`, folder].flatMap((at) => others.map((other) => at + other))) {
        expect([path, (await fetch(program.url + path)).status]).toEqual([path, 404]);
      }
    },
  );
});

/** Returns the paths of values without a maximum length, count or size. */
function unboundedIn(schema: any, document: any): string[] {
  if (schema.$ref)
    return unboundedIn(document.components.schemas[schema.$ref.split('/')[3]], document);
  const { type, format, enum: values, properties = {}, items, additionalProperties } = schema;
  const types = [type].flat();
  const isUnbounded =
    (types.includes('string') && !values && format !== 'binary' && !schema.maxLength) ||
    (types.includes('array') && !schema.maxItems) ||
    (types.includes('integer') && (schema.minimum === undefined || schema.maximum === undefined));
  const parts = Object.entries<any>({
    ...properties,
    ...(items && { '[]': items }),
    ...(typeof additionalProperties === 'object' && { '*': additionalProperties }),
    ...(schema.allOf ?? schema.oneOf ?? schema.anyOf),
  });
  return [
    ...(isUnbounded ? [''] : []),
    ...parts.flatMap(([name, part]) =>
      unboundedIn(part, document).map((path) => `${name} ${path}`.trim()),
    ),
  ];
}
