import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { addDays, localDate } from '#libs/geography/src/local-date.js';
import { alwaysOpen, insertBusiness, insertCategory } from '../support/directory.ts';
import { insertKey } from '../support/insert-key.ts';
import { figuresIn } from '../support/rate-limit.ts';
import { useDirectory } from '../support/use-directory.ts';

const ROCHESTER = { city: 'Rochester', latitude: 44.02, longitude: -92.47 };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('POST /mcp', () => {
  const { program, pool, key, admin } = useDirectory();
  let url: string;
  const clients: Client[] = [];
  const saturday = () => {
    const today = localDate(new Date());
    const daysLeft = (6 - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return addDays(today, daysLeft || 7);
  };

  beforeAll(async () => {
    url = `${program.url}/mcp`;
    await insertCategory(pool, 'pharmacies', 'Pharmacies');
    await insertBusiness(pool, { name: 'Ore Outfitters', city: 'Ely' });
    const pharmacy = { ...ROCHESTER, categories: ['pharmacies'] };
    await insertBusiness(pool, {
      ...pharmacy,
      name: 'Zumbro Pharmacy',
      slug: 'zumbro',
      ...alwaysOpen(),
      hours: [
        { day: 'monday', opens: '08:00', closes: '12:00' },
        ...(alwaysOpen().hours as object[]),
      ],
      attributes: { wheelchair: 'yes' },
      street: '1 First Ave',
      postal_code: '55901',
      phone: '+15075550100',
    });
    await insertBusiness(pool, { ...pharmacy, name: 'Silent Pharmacy', hours: [] });
    await insertBusiness(pool, {
      ...pharmacy,
      name: 'Far Pharmacy',
      ...alwaysOpen(),
      city: 'Duluth',
      latitude: 46.79,
      longitude: -92.1,
    });
    const event = {
      name: 'Harbor Market',
      address: { city: 'Duluth' },
      startsAt: `${saturday()}T16:00:00Z`,
      endsAt: `${saturday()}T19:00:00Z`,
    };
    const created = await admin('POST', 'events', event);
    expect(created.status).toBe(201);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  async function connect(headers: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    clients.push(client);
    return client;
  }
  const ask = async (client: Client, name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as CallToolResult & {
      structuredContent: Record<string, any>;
    };
  const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text;
  const post = (headers: Record<string, string>, body: unknown = PING) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('holds a conversation with the official client', async () => {
    const client = await connect({ authorization: `Bearer ${key}` });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_businesses',
      'get_business',
      'list_events',
      'list_deals',
      'list_categories',
    ]);
    expect(tools.every(({ outputSchema, annotations }) => outputSchema && annotations)).toBe(true);
    // Events are ordered by their start and have no distance.
    expect(JSON.stringify(tools[2])).not.toMatch(/nearest|distance/);

    // "Pharmacy open now near 55901". The client validates each result against its schema.
    const open = await ask(client, 'search_businesses', {
      q: 'pharmacy',
      near: '55901',
      openAt: 'now',
      attribute: ['wheelchair'],
    });
    expect(open.structuredContent).toMatchObject({ total: 1, page: 1, totalPages: 1 });
    const [found] = open.structuredContent.businesses as Record<string, any>[];
    expect(found).toMatchObject({
      name: 'Zumbro Pharmacy',
      categories: ['Pharmacies'],
      address: '1 First Ave, Rochester, MN 55901',
      openNow: true,
      attributes: ['wheelchair access: yes'],
      page: `${program.url}/b/zumbro`,
    });
    expect(found!.hours[0]).toBe('Monday: 24 hours');
    expect(found!.distance.miles).toBeCloseTo(found!.distance.meters / 1609.344, 1);
    expect(JSON.parse(textOf(open))).toEqual(open.structuredContent);

    const { structuredContent: one } = await ask(client, 'get_business', {
      idOrSlug: found!.id as string,
    });
    expect(one.business).toEqual({ ...found, distance: null });
    expect(one.attribution).toContain(`${program.url}/credits`);

    // "What's on this weekend in Duluth"
    const weekend = { from: saturday(), to: addDays(saturday(), 1) };
    const { structuredContent: on } = await ask(client, 'list_events', {
      ...weekend,
      city: ['Duluth'],
    });
    expect(on.events).toMatchObject([{ name: 'Harbor Market', address: 'Duluth, MN' }]);
    expect(on.events[0].when).toMatch(/^Saturday, .* (10|11):00/);
    const before = await ask(client, 'list_events', { ...weekend, near: 'Rochester' });
    expect(before.structuredContent.events).toEqual([]);

    const ore = await ask(client, 'search_businesses', { near: 'Iron Range' });
    expect(ore.structuredContent).toMatchObject({
      total: 1,
      businesses: [{ name: 'Ore Outfitters', distance: null }],
    });

    const { structuredContent: listed } = await ask(client, 'list_categories');
    expect(listed.categories).toMatchObject([{ slug: 'pharmacies', businessCount: 3 }]);
    const { structuredContent: offered } = await ask(client, 'list_deals', { city: ['Duluth'] });
    expect(offered).toMatchObject({ deals: [], total: 0 });
  });

  it.each([
    ['search_businesses', { citty: 'Duluth' }, 'Did you mean "city"?'],
    ['search_businesses', { limit: 26 }, 'limit: '],
    ['search_businesses', { near: 'Nowhere at all' }, 'is not a place in Minnesota'],
    ['search_businesses', { radiusMiles: 5 }, 'radiusMiles requires near.'],
    ['search_businesses', { city: ['Atlantis'] }, 'There is no Minnesota city "Atlantis"'],
    ['search_businesses', { openAt: 'later' }, 'openAt must be "now" or an instant'],
    ['list_deals', { business: ['\ud800'] }, 'There is no business "\ufffd"'],
    ['list_events', { from: 'Saturday' }, 'from: '],
    ['list_events', { to: '9999-12-31' }, 'to: Events are known from a year ago'],
    [
      'get_business',
      { idOrSlug: 'none' },
      'There is no business "none". Use search_businesses to find one.',
    ],
  ])('explains what is wrong with %s %j', async (name, given, message) => {
    const client = await connect({ 'x-api-key': key });
    const result = await ask(client, name, given);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(message);
    expect(textOf(result)).toMatch(/[^.?][.?]$/);
  });

  it('counts each request against the limit of the key, as the API does', async () => {
    const { text } = await insertKey(pool, { limitPerHour: 3 });
    const headers = { 'x-api-key': text };
    const answers = [await post(headers), await post({ authorization: `Bearer ${text}` })];
    answers.push(await fetch(`${program.url}/api/v1/businesses`, { headers }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map((each) => figuresIn(each).remaining)).toEqual([2, 1, 0]);

    const refused = await post(headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    await expect(connect(headers)).rejects.toThrow(/rate_limited/);
  });

  it.each([
    [{}, 'missing_api_key'],
    [{ authorization: 'Basic eDp5' }, 'missing_api_key'],
    [{ authorization: 'Bearer mnbd_x' }, 'invalid_api_key'],
    [{ 'x-api-key': 'mnbd_x' }, 'invalid_api_key'],
  ])('refuses %j as %s', async (headers, code) => {
    const answer = await post(headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).not.toBeNull();
    expect(figuresIn(answer).limit).toBe(60);
    expect(await answer.json()).toMatchObject({ success: false, error: { code } });
  });

  it('takes keys as bearer tokens nowhere else', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${program.url}/api/v1/businesses`, { headers });
    expect(await answer.json()).toMatchObject({ error: { code: 'missing_api_key' } });
  });

  it('names wrong parameters of a request in a sentence', async () => {
    const params = { name: 'search_businesses', arguments: 'coffee' };
    const answer = await post({ 'x-api-key': key }, { ...PING, method: 'tools/call', params });
    const message = 'params.arguments: Invalid input: expected record, received string.';
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message },
    });
  });

  it('takes one message per request, and only by POST', async () => {
    const headers = { 'x-api-key': key };
    for (const wrong of [[PING, PING], { id: 1, method: 'ping' }, null]) {
      const refused = await post(headers, wrong);
      const message = expect.stringMatching(/^Send one JSON-RPC 2.0 message/) as string;
      const error = { code: 'invalid_body', message };
      expect([refused.status, await refused.json()]).toMatchObject([400, { error }]);
    }
    const stream = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
