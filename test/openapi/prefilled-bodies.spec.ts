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

describe('the bodies that Swagger UI prefills', () => {
  const { program } = useDirectory();
  let documents: any[];
  let bodies: Body[];

  beforeAll(async () => {
    documents = await readDocuments(program);
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
