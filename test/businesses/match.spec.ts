import { insertBusiness } from '../support/directory.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

interface Candidate {
  business: { slug: string; url: string; name: string };
  score: number;
  match: boolean;
  reasons: string[];
}

const CAFE = {
  name: 'Northern Lantern Cafe',
  street: '12 3rd Ave S',
  city: 'Minneapolis',
  postalCode: '55413',
  phone: '612-555-0100',
};

describe('POST /api/v1/businesses/match', () => {
  const { program, pool, key } = useDirectory({ SAMPLE_DATA: 'true' });

  const send = (json: unknown) =>
    call('POST', `${program.url}/api/v1/businesses/match`, { key, json });
  const candidates = async (query: object): Promise<Candidate[]> => {
    const { status, body } = await send({ queries: [query] });
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data[0].candidates;
  };
  /** Returns the slug, `match` and reasons of each candidate. */
  const found = async (query: object) =>
    (await candidates(query)).map(({ business, match, reasons }) => [
      business.slug,
      match,
      reasons.join(' '),
    ]);
  const SLUG = 'northern-lantern-cafe-minneapolis';

  it('finds a business by its identifier, under any name and place', async () => {
    const identifiers = [{ scheme: 'wikidata', value: 'Q4242' }];
    await pool.query('UPDATE businesses SET identifiers = $1 WHERE slug = $2', [
      JSON.stringify(identifiers),
      SLUG,
    ]);
    const query = { name: 'Heron Bistro', city: 'Winona', identifiers };
    expect(await found(query)).toEqual([[SLUG, true, 'identifier']]);
    const unknown = [{ scheme: 'tripadvisor', value: '7' }];
    expect(await found({ ...query, identifiers: unknown })).toEqual([]);
  });

  it('returns the business that a complete row describes, as GET does', async () => {
    const [best, ...others] = await candidates(CAFE);
    expect(others).toEqual([]);
    expect(best).toMatchObject({
      score: 1,
      match: true,
      reasons: ['name', 'phone', 'street', 'postalCode', 'city'],
    });
    const { body } = await call('GET', best!.business.url, { key });
    expect(best!.business).toEqual(body.data);
  });

  it.each([
    [
      'in other spellings',
      { ...CAFE, name: 'THE NORTHERN LANTERN CAFE, LLC', street: '12 Third Avenue South' },
      'name phone street postalCode city',
    ],
    [
      'with its address in one cell',
      { name: CAFE.name, street: '12 3rd Ave S, Minneapolis, MN 55413' },
      'name street postalCode city',
    ],
    [
      'with a typo at its street',
      { ...CAFE, name: 'Northern Lantern Caffe', phone: null },
      'similarName street postalCode city',
    ],
    [
      'near its point',
      { name: CAFE.name, latitude: 45.0103, longitude: -93.2441 },
      'name location',
    ],
  ])('finds a name %s', async (_, query, reasons) => {
    expect(await found(query)).toMatchObject([[SLUG, expect.any(Boolean), reasons]]);
  });

  it('matches only what an import would merge, and scores the rest lower', async () => {
    const scores = async (query: object) =>
      (await candidates(query)).map(({ score, match }) => [score, match]);
    const place = { street: CAFE.street, city: CAFE.city, postalCode: CAFE.postalCode };
    expect(await scores({ name: CAFE.name, ...place })).toEqual([[0.9, true]]);
    expect(await scores({ name: CAFE.name, phone: CAFE.phone })).toEqual([[0.9, true]]);
    expect(await scores({ name: `${CAFE.name} & Bakery`, ...place })).toEqual([[0.7, false]]);
    expect(await scores({ name: CAFE.name, city: CAFE.city })).toEqual([[0.5, false]]);
    expect(await scores({ name: CAFE.name })).toEqual([[0.4, false]]);
    const moved = { street: '400 Cedar Ave', city: 'Duluth', postalCode: '55802' };
    expect(await scores({ name: CAFE.name, phone: CAFE.phone, ...moved })).toEqual([[0.38, false]]);
  });

  it('finds a business by its phone number under another name', async () => {
    const website = 'www.northernlanterncafe.example.com/';
    expect(await found({ name: 'Lantern Holdings', phone: CAFE.phone, website })).toEqual([
      [SLUG, false, 'phone website'],
    ]);
  });

  it('compares websites without tracking and fragments, but with the query of a page', async () => {
    const site = 'https://loons.example.com/visit';
    await insertBusiness(pool, {
      name: 'Loon Lodge',
      slug: 'loon-lodge',
      phone: '+12182345679',
      website: `${site}?fbclid=1&store=2&utm_term=lodge`,
    });
    const reasons = async (website: string) =>
      (await found({ name: 'Loon Lodge', phone: '+12182345679', website }))[0]![2];
    expect(await reasons(`${site}?store=2#map`)).toBe('name phone website');
    expect(await reasons(`${site}/?utm_source=mail&store=2`)).toBe('name phone website');
    expect(await reasons(`${site}?store=3`)).toBe('name phone');
    expect(await reasons(site)).toBe('name phone');
  });

  it('compares the current name of a business, also if another program wrote it', async () => {
    const written = { name: 'Pine Books', slug: 'pine', phone: '+12182345678' };
    await insertBusiness(pool, { ...written, city: 'Ely', postal_code: '55731' });
    expect(await found({ name: 'Pine Books', phone: written.phone })).toEqual([
      ['pine', true, 'name phone'],
    ]);
    await pool.query(
      "UPDATE businesses SET name = 'Fir Books', match_key = 'pine books|ely|' WHERE slug = 'pine'",
    );
    expect(await found({ name: 'Fir Books', city: 'Ely' })).toEqual([['pine', true, 'name city']]);
  });

  it('returns no candidate for a row that resembles nothing or is outside Minnesota', async () => {
    expect(await found({ name: 'Nonesuch', city: 'Minneapolis' })).toEqual([]);
    expect(await found({ ...CAFE, name: 'Blue Heron', phone: null })).toEqual([]);
    expect(await found({ name: CAFE.name, postalCode: '54880' })).toEqual([]);
    expect(await found({ name: CAFE.name, city: 'Fargo', postalCode: '58102' })).toEqual([]);
    expect(await found({ name: CAFE.name, latitude: 40.71, longitude: -74 })).toEqual([]);
  });

  it('ignores values that cannot be read', async () => {
    const unreadable = { phone: 'call us', website: '-', postalCode: '???' };
    expect(await found({ name: CAFE.name, city: CAFE.city, ...unreadable })).toEqual([
      [SLUG, false, 'name city'],
    ]);
  });

  it('answers 25 rows in their order, with their ids, as one request', async () => {
    const queries = Array.from({ length: 25 }, (_, n) => ({
      ...(n % 2 ? { name: 'Blue Heron Books', city: 'Minneapolis' } : CAFE),
      ...(n > 0 && { id: `row ${n}` }),
    }));
    const { status, body, headers } = await send({ queries });
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string | null }) => id)).toEqual([
      null,
      ...queries.slice(1).map(({ id }) => id),
    ]);
    expect(body.data.map((each: any) => each.candidates[0].business.name)).toEqual(
      queries.map(({ name }) => name),
    );
    const before = Number(headers.get('x-ratelimit-remaining'));
    const after = (await send({ queries })).headers.get('x-ratelimit-remaining');
    expect(Number(after)).toBe(before - 1);
  });

  it('returns at most five candidates, best first', async () => {
    await pool.query(
      `INSERT INTO businesses (id, slug, name, city, street, match_key, updated_at)
       SELECT gen_random_uuid(), 'loon-' || n, 'Loon Express', 'Ely', n || ' Main St',
         'loon express|ely|' || n || ' main st', now() FROM generate_series(1, 7) AS n`,
    );
    const query = { name: 'Loon Express', city: 'Ely' };
    expect((await found(query)).map(([, match]) => match)).toEqual(Array(5).fill(false));
    const [best, ...others] = await found({ ...query, street: '3 Main Street' });
    expect([best, others]).toEqual([['loon-3', true, 'name street city'], []]);
    await pool.query("UPDATE businesses SET removed_at = now() WHERE slug = 'loon-3'");
    expect(await found({ ...query, street: '3 Main Street' })).toEqual([]);
  });

  it.each([
    ['a body without queries', {}, 'queries'],
    ['no queries', { queries: [] }, 'queries'],
    ['26 queries', { queries: Array(26).fill(CAFE) }, 'queries'],
    ['an empty name', { queries: [{ ...CAFE, name: '' }] }, 'queries.0.name'],
    ['an unknown field', { queries: [{ ...CAFE, nmae: 'x' }] }, 'queries.0.nmae'],
    ['half a point', { queries: [{ ...CAFE, latitude: 45 }] }, 'queries.0.longitude'],
    [
      'a point off the globe',
      { queries: [{ ...CAFE, latitude: 145, longitude: 0 }] },
      'queries.0.latitude',
    ],
    [
      'half an identifier',
      { queries: [{ ...CAFE, identifiers: [{ scheme: 'osm' }] }] },
      'queries.0.identifiers.0.value',
    ],
  ])('refuses %s', async (_, json, field) => {
    const { status, body } = await send(json);
    expect([status, body.error.code]).toEqual([400, 'invalid_body']);
    expect(body.error.details.map((each: { field: string }) => each.field)).toContain(field);
  });

  it('accepts full rows of 25 with every field, and the documented examples', async () => {
    const { paths } = await (await fetch(`${program.url}/openapi.json`)).json();
    const { requestBody } = paths['/api/v1/businesses/match'].post;
    const { least, all } = requestBody.content['application/json'].examples;
    for (const { value } of [least, all]) {
      const { body } = await send(value);
      expect(body.data[0].candidates[0].business.slug).toBe(SLUG);
    }
    const [row] = all.value.queries;
    const identifiers = Array(5).fill({ scheme: 'osm', value: 'node/123' });
    const { status } = await send({ queries: Array(25).fill({ ...row, identifiers }) });
    expect(status).toBe(200);
  });
});
