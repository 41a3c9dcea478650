import type { Random } from '#libs/imports/src/generate/random.js';
import {
  encoded,
  hostileAddressPart,
  hostileJson,
  hostileParameter,
  hostileText,
  nested,
  wide,
} from './hostile-values.ts';
import type { Draft } from './stress-request.ts';

type Mutation = (draft: Draft, random: Random) => void;

const HEADERS = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-match',
  'origin',
  'range',
  'x-forwarded-proto',
  'x-api-key',
  'authorization',
  'content-type',
  'expect-ct',
  'x-request-id',
];

/** Functions that make one part of a request hostile, by name. */
const MUTATIONS: Record<string, Mutation> = {
  'hostile parameter': ({ operation, query }, random) => {
    if (operation.query.length === 0) return;
    const parameter = random.pick(operation.query);
    const value = hostileParameter(random, parameter);
    const present = query.find(([name]) => name === parameter.name);
    if (present) present[1] = value;
    else query.push([parameter.name, value]);
  },
  'every parameter': (draft, random) => {
    draft.query = draft.operation.query.map((parameter) => [
      parameter.name,
      random.chance(0.5)
        ? encodeURIComponent(parameter.example)
        : hostileParameter(random, parameter),
    ]);
  },
  'unknown parameter': ({ query }, random) => {
    query.push([encoded(hostileText(random, 500)), '1']);
  },
  'many parameters': ({ query }, random) => {
    const count = random.pick([20, 200, 2_000]);
    for (let index = 0; index < count; index++) query.push([`p${index}`, '']);
  },
  'repeated parameter': ({ query }, random) => {
    const [name] = query[0] ?? ['page'];
    for (let times = random.pick([1, 2, 1_000]); times > 0; times--) query.push([name, '1']);
  },
  'hostile path': ({ pathParameters }, random) => {
    for (const name of Object.keys(pathParameters)) {
      pathParameters[name] = hostileAddressPart(random);
    }
  },
  'hostile header': ({ headers }, random) => {
    const value = hostileText(random, 8_000);
    headers[random.pick(HEADERS)] = Buffer.from(value.replace(/\p{Cc}/gu, '')).toString('latin1');
  },
  'other method': (draft, random) => {
    draft.method = random.pick([
      'HEAD',
      'OPTIONS',
      'PUT',
      'DELETE',
      'PATCH',
      'POST',
      'GET',
      'QUERY',
    ]);
  },
  'hostile field': ({ body }, random) => {
    if (!isObject(body?.content)) return;
    body.content[random.pick(Object.keys(body.content))] = hostileJson(random);
  },
  'unknown fields': ({ body }, random) => {
    if (isObject(body?.content)) Object.assign(body.content, wide(random.pick([1, 30, 6_900])));
  },
  'another body': (draft, random) => {
    draft.body = {
      type: draft.body?.type ?? 'application/json',
      content: random.chance(0.3) ? nested(random.pick([100, 10_900])) : hostileJson(random),
    };
  },
  'broken body': (draft, random) => {
    const content = JSON.stringify(draft.body?.content ?? hostileJson(random)) ?? '';
    const cut = content.slice(0, random.integer(0, content.length));
    const bytes = Buffer.concat([Buffer.from(cut), Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80])]);
    draft.body = { type: draft.body?.type ?? 'application/json', content: bytes };
  },
  'another type of content': (draft, random) => {
    if (!draft.body) return;
    const types = [
      'text/plain',
      'application/json; charset=utf-7',
      'multipart/form-data',
      'x',
      'text/csv',
    ];
    draft.body.type = random.pick(types);
  },
};

const NAMES = Object.keys(MUTATIONS);

/** Changes up to three parts of a request. */
export function mutate(draft: Draft, random: Random): Draft {
  const count = random.pick([0, 1, 1, 1, 2, 3]);
  for (let index = 0; index < count; index++) {
    const name = random.pick(NAMES);
    MUTATIONS[name]!(draft, random);
    draft.changes.push(name);
  }
  return draft;
}

function isObject(content: unknown): content is Record<string, unknown> {
  return typeof content === 'object' && content !== null && !Buffer.isBuffer(content);
}
