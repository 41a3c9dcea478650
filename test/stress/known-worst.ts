import type { Random } from '#libs/imports/src/generate/random.js';
import { encoded, nested, wide } from './hostile-values.ts';
import type { Role, StressRequest } from './stress-request.ts';

type Known = Pick<StressRequest, 'method' | 'target'> & Partial<StressRequest>;

/**
 * Requests that once stopped the program or were much more expensive than others. Random parts
 * prevent cached responses.
 */
const KNOWN_WORST: Record<string, (random: Random) => Known> = {
  'events far in the future': () => get('/api/v1/events?from=9998-01-01T00:00:00Z'),
  'events of all time': () =>
    get('/api/v1/events?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&page=1000000'),
  'calendar of all time': () =>
    get('/api/v1/events.ics?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z'),
  'an event that goes on for ever': (random) =>
    event(`FREQ=DAILY;INTERVAL=${random.integer(1, 9)}`),
  'an event that never takes place': () => event('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
  'an event that seldom takes place': () =>
    event('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;INTERVAL=7'),
  'an event by a property of every object': () => event('constructor=1'),
  'long choices': (random) =>
    businesses(`city=${choices(random)}&category=${choices(random)}&county=${choices(random)}`),
  'nearest first, far outside the state': (random) =>
    businesses(
      `sort=distance&latitude=${coordinate(random, 90)}&longitude=${coordinate(random, 180)}` +
        `&page=${random.integer(1, 1_000)}`,
    ),
  'a long search': (random) =>
    businesses(`q=${encoded(Array.from({ length: 28 }, () => word(random, 6)).join(' '))}`),
  'a search of common letters': (random) => businesses(`q=${random.pick([...'aeiourst'])}&page=9`),
  'a large circle': (random) =>
    businesses(`latitude=${44 + random.next()}&longitude=-93.2&radius=80000&limit=100`),
  'a page far past the end': () => businesses('page=1000000000&limit=100'),
  'cities of long counties': (random) => get(`/api/v1/cities?county=${choices(random)}`),
  'a form of unknown fields': () => ({
    method: 'POST',
    target: '/admin/token',
    ...json(JSON.stringify(wide(6_900))),
  }),
  'a form as long as a body may be': () => ({
    method: 'POST',
    target: '/admin/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(`grant_type=password&username=${'&'.repeat(63_000)}`),
  }),
  'a key request of unknown fields': () => ({
    method: 'POST',
    target: '/api/v1/key-requests',
    ...json(JSON.stringify(wide(6_900))),
  }),
  'deep JSON': () => ({
    method: 'POST',
    target: '/api/v1/key-requests',
    ...json(`{"name":${nested(10_900)}}`),
  }),
  'deep JSON by an admin': () => ({
    method: 'POST',
    target: '/admin/businesses',
    role: 'admin',
    ...json(nested(20_000)),
  }),
  'a sign-in': (random) => ({
    method: 'POST',
    target: '/admin/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(`username=${word(random, 9)}%40example.org&password=${'p'.repeat(256)}`),
  }),
  'a made-up token': (random) => ({
    method: 'GET',
    target: '/admin/keys',
    headers: { authorization: `Bearer ${word(random, 43)}` },
  }),
  'a surrogate cut in half': () => upload('text/csv', `name,city\n"${'\ud83d'}","Duluth"\n`),
  'a deeply nested row': () => upload('application/x-ndjson', `${nested(9_000)}\n`),
  'arrays before the features': () =>
    upload('application/geo+json', `{"a":[${'[1,[2]],'.repeat(120_000)}1],"features":[]}`),
  'one row without an end': () => upload('text/csv', `name,city\n"${'x'.repeat(900_000)}`),
  'many columns': () => upload('text/csv', `${'c,'.repeat(50_000)}\n${',"'.repeat(50_000)}\n`),
  'a path out of the documentation': (random) =>
    get(
      random.pick([
        '/docs/..%5c..',
        '/docs/%00',
        '/admin/docs/../keys',
        '/docs/%2e%2e/%2e%2e/package.json',
      ]),
    ),
  'a page of a search': (random) =>
    get(`/search?q=${word(random, 9)}+${word(random, 9)}&where=${word(random, 90)}&open=now`),
  'a page of a place with slips': (random) => get(`/es/search?where=minn${word(random, 2)}apolis`),
  'a page with the map': (random) =>
    get(
      `/map?lat=${random.integer(43, 49)}.${random.integer(0, 99999)}&lon=-94.5&z=6.${random.integer(0, 9)}`,
    ),
  'a page that is not there': (random) => get(`/b/${word(random, 60)}`),
  'a suggestion': (random) => get(`/suggest?q=${word(random, 2)}`),
  'raw bytes in the address': () => businesses('q=caf\u00e9\u00ff\u00fe'),
  'a long address': () => businesses(`q=${'a'.repeat(20_000)}`),
  'many headers': () => ({
    ...get('/api/v1/rate-limit'),
    headers: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-h${index}`, '1'])),
  }),
  'an If-None-Match of many tags': () => ({
    ...businesses('limit=1'),
    headers: { 'if-none-match': '"a", '.repeat(2_500) },
  }),
  'an Accept-Encoding of many codings': () => ({
    ...businesses('limit=1'),
    headers: { 'accept-encoding': 'gzip;q=0.1,'.repeat(1_200) },
  }),
  'an Accept of many types': () => ({
    ...businesses('limit=1'),
    headers: { accept: 'text/*;q=0.1,'.repeat(1_000) },
  }),
};

export const KNOWN_WORST_NAMES = Object.keys(KNOWN_WORST);

export function knownWorst(name: string, random: Random): StressRequest {
  const known = KNOWN_WORST[name]!(random);
  return { name, headers: {}, role: 'nobody', ...known };
}

function get(target: string): Known {
  const role: Role = target.startsWith('/api/v1/') ? 'consumer' : 'nobody';
  return { method: 'GET', target, role };
}

function businesses(query: string): Known {
  return get(`/api/v1/businesses?${query}`);
}

function json(text: string) {
  return {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text),
  };
}

function event(recurrence: string): Known {
  const content = {
    name: 'Open-ended',
    startsAt: '2026-01-05T19:00:00-06:00',
    endsAt: '2026-01-05T22:00:00-06:00',
    recurrence,
  };
  return {
    method: 'POST',
    target: '/admin/events',
    role: 'admin',
    ...json(JSON.stringify(content)),
  };
}

function upload(type: string, content: string): Known {
  // Half a surrogate pair has no UTF-8 encoding; latin1 truncates it to an invalid byte.
  const body = Buffer.from(content, content.includes('\ud83d') ? 'latin1' : 'utf8');
  const headers = { 'content-type': type };
  return { method: 'POST', target: '/admin/imports?dryRun=true', role: 'admin', headers, body };
}

/**
 * Builds the longest list that a parameter accepts and that fits three times into an address of 16
 * KB.
 */
function choices(random: Random): string {
  return Array.from({ length: 50 }, () => word(random, random.pick([40, 90]))).join();
}

function coordinate(random: Random, farthest: number): string {
  return ((random.next() * 2 - 1) * farthest).toFixed(6);
}

function word(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('');
}
