import { DECLARATIONS, SIMPLE_FIELD_NAMES } from '#libs/businesses/src/record/simple-fields.js';
import { insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

const DAY = { date: '2026-12-24', name: 'Christmas Eve' };

describe('editing businesses', () => {
  const { program, pool, key, admin, edit, api } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'cafes', 'Cafés');
  });

  const add = (input: object) => edit('POST', 'businesses', input);
  const lastAudit = async () => {
    const { rows } = await pool.query('SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1');
    return rows[0];
  };

  it('adds a business to the public list at once', async () => {
    const { status, body, headers } = await admin('POST', 'businesses', {
      name: '  Loon Lake Bakery ',
      description: 'Cardamom rolls.',
      categories: ['cafes', 'bakeries'],
      address: { street: '12 Harbor Street', city: 'Duluth', postalCode: '55802' },
      location: { latitude: 46.7867, longitude: -92.1005 },
      phone: '(218) 555-0147',
      email: ' Hello@LoonLake.example ',
      website: 'https://example.com/loon',
      social: { facebook: 'https://example.com/fb' },
      hours: [{ day: 'friday', opens: '17:00', closes: '01:30' }],
      specialHours: [
        { date: '2026-12-25', closed: true },
        { ...DAY, hours: [{ opens: '09:00', closes: '14:00' }] },
      ],
      establishedOn: '1998-05-02',
    });

    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    expect(headers.get('location')).toBe(`/admin/businesses/${body.data.id}`);
    expect(body.data).toMatchObject({
      slug: 'loon-lake-bakery-duluth',
      name: 'Loon Lake Bakery',
      status: 'open',
      categories: [{ slug: 'bakeries' }, { slug: 'cafes' }],
      address: { city: 'Duluth', state: 'MN', unit: null },
      location: { latitude: 46.7867, longitude: -92.1005, precision: 'exact' },
      social: { facebook: 'https://example.com/fb', twitter: null },
      phone: '+12185550147',
      email: 'hello@loonlake.example',
      specialHours: [
        { ...DAY, closed: false, hours: [{ opens: '09:00', closes: '14:00' }] },
        { date: '2026-12-25', closed: true, hours: [], name: null },
      ],
      establishedOn: '1998-05-02',
    });
    const found = await api('businesses?q=loon%20bakery');
    expect(found.body.data).toEqual([body.data]);
    const searched = await admin('GET', 'businesses?q=loon%20bakrey');
    expect([searched.body.data, searched.body.search]).toEqual([
      [body.data],
      { corrected: 'loon bakery' },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'business.create',
      subject_id: body.data.id,
      after: { name: 'Loon Lake Bakery' },
    });
  });

  it('derives county and location from the address, and follows a move', async () => {
    const found = async (query: string) =>
      (await api(`businesses?q=harbor+loaf&${query}`)).body.pagination.total;
    const around = 'latitude=46.7867&longitude=-92.1005&radius=10000';
    const { body } = await admin('POST', 'businesses', {
      name: 'Harbor Loaf',
      address: { city: 'Duluth', postalCode: '55802' },
    });
    expect(body).toMatchObject({
      data: { address: { county: 'St. Louis' }, location: { precision: 'postalCode' } },
      derived: [{ field: 'address.county' }, { field: 'location', from: 'address.postalCode' }],
      notices: [],
    });
    expect([await found('county=st-louis'), await found(around)]).toEqual([1, 1]);

    const move = { address: { city: 'Minneapolis', postalCode: '55401' } };
    const moved = await admin('PATCH', `businesses/${body.data.id}`, move);
    expect(moved.body.derived).toHaveLength(2);
    expect([await found('county=hennepin'), await found(around)]).toEqual([1, 0]);

    const stated = { location: { latitude: 46.7867, longitude: -92.1005 } };
    const kept = await admin('PATCH', `businesses/${body.data.id}`, stated);
    expect(kept.body.notices).toMatchObject([{ field: 'location' }]);
  });

  it('changes the named fields, clears those set to null, and keeps the rest', async () => {
    const { id, tag, updatedAt } = await add({
      name: 'Corner Books',
      phone: '+16125550101',
      email: 'a@example.com',
      address: { street: '1 Elm Street', city: 'Ely' },
      social: { facebook: 'https://example.com/fb' },
    });
    const { status, body, headers } = await admin(
      'PATCH',
      `businesses/${id}`,
      {
        phone: null,
        address: { unit: 'B' },
        social: { instagram: 'https://example.com/ig' },
        categories: ['cafes'],
      },
      tag,
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      phone: null,
      email: 'a@example.com',
      address: { street: '1 Elm Street', unit: 'B', city: 'Ely' },
      social: { facebook: 'https://example.com/fb', instagram: 'https://example.com/ig' },
      categories: [{ slug: 'cafes' }],
    });
    expect(headers.get('etag')).not.toBe(tag);
    expect(body.data.updatedAt >= updatedAt).toBe(true);
    const { action, before, after } = await lastAudit();
    expect(action).toBe('business.change');
    expect([before.phone, after.phone]).toEqual(['+16125550101', null]);
    expect(after).not.toHaveProperty('email');
  });

  it('gives a renamed business a new slug and finds it by the old one', async () => {
    const { id, tag } = await add({ name: 'Old Name', address: { city: 'Winona' } });
    const { body } = await admin('PATCH', `businesses/${id}`, { name: 'New Name' }, tag);
    expect(body.data.slug).toBe('new-name-winona');
    expect((await admin('GET', 'businesses/old-name-winona')).body.data.id).toBe(id);
    expect((await admin('GET', 'businesses/old-name-winona/sources')).status).toBe(200);
  });

  it('never gives a business the current or former slug of another', async () => {
    const slugs = [];
    for (const street of ['1 A Street', '2 B Street', null]) {
      slugs.push((await add({ name: 'Twin', address: { city: 'Ely', street } })).slug);
    }
    expect(new Set(slugs).size).toBe(3);
    const taken = await admin('POST', 'businesses', { name: 'Other', slug: slugs[0] });
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict']);
    expect(taken.body.data).toEqual({
      id: expect.any(String),
      slug: slugs[0],
      url: `${program.url}/api/v1/businesses/${slugs[0]}`,
    });
    const former = await admin('POST', 'businesses', { name: 'O', slug: 'old-name-winona' });
    expect([former.status, former.body.data.slug]).toEqual([409, 'new-name-winona']);
  });

  it('refuses to add a business that already exists', async () => {
    const same = { name: 'Only Once', address: { street: '5 Oak Ave', city: 'Ely' } };
    const { id, slug, url } = await add(same);
    const again = await admin('POST', 'businesses', same);
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    expect(again.body.data).toEqual({ id, slug, url });
    expect(again.body.error.message).toContain(url);
  });

  it('refuses a change based on an older version, or without If-Match', async () => {
    const { id, tag } = await add({ name: 'Contended' });
    const [first, second] = await Promise.all([
      admin('PATCH', `businesses/${id}`, { description: 'One.' }, tag),
      admin('PATCH', `businesses/${id}`, { description: 'Two.' }, tag),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 412]);
    const [won, lost] = first.status === 200 ? [first, second] : [second, first];
    expect(lost.body.error.code).toBe('precondition_failed');
    expect(lost.headers.get('etag')).toBe(won.headers.get('etag'));
    const none = await admin('PATCH', `businesses/${id}`, { description: 'Three.' }, null);
    expect([none.status, none.body.error.code]).toEqual([428, 'precondition_required']);
  });

  it('removes a business and leaves a tombstone', async () => {
    const { id, tag, slug } = await add({ name: 'Short-lived' });
    const removed = await admin('DELETE', `businesses/${id}`, undefined, tag);
    expect(removed.body.data.removedAt).toEqual(expect.any(String));
    expect((await api(`businesses/${slug}`)).status).toBe(410);
    expect((await admin('PATCH', `businesses/${id}`, { name: 'Again' }, '*')).status).toBe(410);
    expect((await admin('GET', `businesses/${id}`)).status).toBe(200);
    expect((await lastAudit()).action).toBe('business.remove');
  });

  it.each<[object, string]>([
    [{}, 'name'],
    [{ name: null }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'X', colour: 'red' }, 'colour'],
    [{ name: 'X', phone: '218-555-0147 ext. 5' }, 'phone'],
    [{ name: 'X', email: 'a\u202e@example.org' }, 'email'],
    [{ name: 'X', email: '"a b"@example.org' }, 'email'],
    [{ name: 'X', website: 'javascript:alert(1)' }, 'website'],
    [{ name: 'X', categories: ['nonesuch'] }, 'categories'],
    [{ name: 'X', categories: 'cafes' }, 'categories'],
    [{ name: 'X', status: 'shut' }, 'status'],
    [{ name: 'X', status: null }, 'status'],
    [{ name: 'X', location: { latitude: 40.7, longitude: -74 } }, 'location.latitude'],
    [{ name: 'X', location: 5 }, 'location'],
    [{ name: 'X', address: { postalCode: '10001' } }, 'address.postalCode'],
    [{ name: 'X', address: null }, 'address'],
    [{ name: 'X', hours: [{ day: 'friday', opens: '25:00', closes: '01:00' }] }, 'hours.0.opens'],
    [{ name: 'X', hours: [1] }, 'hours.0'],
    [{ name: 'X', establishedOn: '1998-02-30' }, 'establishedOn'],
    [{ name: 'X', priceLevel: 5 }, 'priceLevel'],
    [{ name: 'X', attributes: { wifi: 'yes' } }, 'attributes.wifi'],
    [{ name: 'X', attributes: { languages: ['English'] } }, 'attributes.languages'],
    [{ name: 'X', attributes: { payment: ['gold'] } }, 'attributes.payment'],
    [{ name: 'X', identifiers: [{ scheme: 'osm', value: '7' }] }, 'identifiers.0.value'],
    [{ name: 'X', identifiers: [{ scheme: 'isbn', value: '7' }] }, 'identifiers.0.scheme'],
    [{ name: 'X', confirmedBy: 'owner' }, 'confirmedOn'],
    [{ name: 'X', confirmedOn: '2026-10-05', confirmedBy: 'visitor' }, 'confirmedBy'],
    [{ name: 'X', specialHours: [{ date: '2026-02-30' }] }, 'specialHours.0.date'],
    [{ name: 'X', specialHours: [{ date: '2026-12-24', closed: false }] }, 'specialHours'],
    [{ name: 'X', specialHours: [DAY, DAY] }, 'specialHours'],
    [{ name: 'X', priceLevel: '2' }, 'priceLevel'],
    [{ name: 'X', slug: 'Not A Slug' }, 'slug'],
  ])('refuses %p, naming %s', async (input, field) => {
    const { status, body } = await admin('POST', 'businesses', input);
    expect([status, body.error.code]).toEqual([400, 'invalid_body']);
    expect(body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('changes single attributes, identifiers and the confirmation', async () => {
    const { id, tag } = await add({
      name: 'Loon Grocery',
      attributes: { wheelchair: 'limited', wifi: false, payment: ['cash', 'ebt'] },
      identifiers: [{ scheme: 'wikidata', value: 'Q42' }],
      confirmedOn: '2026-10-05',
      confirmedBy: 'owner',
    });
    const { body } = await admin(
      'PATCH',
      `businesses/${id}`,
      { attributes: { wheelchair: 'yes', wifi: null }, identifiers: [], confirmedOn: '2026-11-01' },
      tag,
    );
    expect(body.data).toMatchObject({
      attributes: { wheelchair: 'yes', wifi: null, payment: ['cash', 'ebt'], delivery: null },
      identifiers: [],
      confirmedOn: '2026-11-01',
      confirmedBy: 'admin',
    });
    const { body: history } = await admin('GET', `businesses/${id}/history`);
    expect(JSON.stringify(history.data[0])).toContain(
      'changed the wheelchair access from limited to yes, removed the Wi-Fi (no)',
    );
  });

  it.each(SIMPLE_FIELD_NAMES)('sets, serves, exports and clears the field %s', async (field) => {
    const { example, exampleInput = example, label } = DECLARATIONS[field];
    const input = { name: `With ${field}`, [field]: exampleInput };

    const { body, headers } = await admin('POST', 'businesses', input);
    const { id } = body.data;
    expect([body.data[field], body.data.slug]).toEqual([example, expect.any(String)]);
    expect((await api(`businesses/${id}`)).body.data[field]).toBe(example);
    expect((await api(`businesses?ids=${id}&fields=${field}`)).body.data).toEqual([
      { id, [field]: example },
    ]);
    const csv = await fetch(
      `${program.url}/api/v1/businesses?ids=${id}&fields=${field}&format=csv`,
      { headers: { 'x-api-key': key } },
    );
    expect(await csv.text()).toMatch(new RegExp(`^id,${field}\r\n${id},.+\r\n$`));

    const cleared = await admin(
      'PATCH',
      `businesses/${id}`,
      { [field]: null },
      headers.get('etag'),
    );
    expect([cleared.status, cleared.body.data[field]]).toEqual([200, null]);
    const history = await admin('GET', `businesses/${id}/history`);
    expect(JSON.stringify(history.body.data)).toContain(`removed the ${label}`);
  });
});
