/*
 * JSON schemas of the answers that the Reconciliation Service API 0.2 specifies (W3C Entity
 * Reconciliation Community Group, final report of April 10, 2023). They also reject keys that the
 * specification doesn't name.
 */

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items });
const map = (values: object) => ({ type: 'object', additionalProperties: values });
const TEXT = { type: 'string', minLength: 1 };
const URI = { type: 'string', format: 'uri' };
const TEMPLATE = { type: 'string', pattern: '\\{\\{id\\}\\}' };

const NAMED = object({ id: TEXT, name: TEXT });
const PART = object({ service_url: URI, service_path: TEXT });

export const MANIFEST = object(
  {
    versions: { ...list(TEXT), contains: { const: '0.2' } },
    name: TEXT,
    identifierSpace: URI,
    schemaSpace: URI,
    documentation: URI,
    logo: URI,
    serviceVersion: TEXT,
    defaultTypes: { ...list(NAMED), uniqueItems: true },
    batchSize: { type: 'integer', minimum: 1 },
    view: object({ url: TEMPLATE }),
    preview: object({ url: TEMPLATE, width: { type: 'integer' }, height: { type: 'integer' } }),
    suggest: object({ entity: PART, property: PART, type: PART }, []),
    extend: object({ propose_properties: PART, property_settings: list({ type: 'object' }) }, []),
  },
  ['versions', 'name', 'identifierSpace', 'schemaSpace'],
);

const FEATURE = object({ id: TEXT, value: { anyOf: [{ type: 'boolean' }, { type: 'number' }] } });

export const RESULT_BATCH = map(
  object({
    result: list(
      object(
        {
          id: TEXT,
          name: TEXT,
          description: TEXT,
          type: list(NAMED),
          score: { type: 'number' },
          match: { type: 'boolean' },
          features: list(FEATURE),
        },
        ['id', 'name', 'score'],
      ),
    ),
  }),
);

export const SUGGESTIONS = object({
  result: list(object({ id: TEXT, name: TEXT, description: TEXT }, ['id', 'name'])),
});

export const PROPOSAL = object(
  { type: TEXT, properties: list(NAMED), limit: { type: 'integer' } },
  ['type', 'properties'],
);

const VALUE = {
  oneOf: [
    object({}),
    NAMED,
    object({ str: { type: 'string' } }),
    object({ int: { type: 'integer' } }),
    object({ float: { type: 'number' } }),
    object({ bool: { type: 'boolean' } }),
    object({ date: { type: 'string', format: 'date-time' } }),
  ],
};

export const EXTENSION = object({ meta: list(NAMED), rows: map(map(list(VALUE))) });
