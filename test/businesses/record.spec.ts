import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a business record', () => {
  const { pool, api } = useDirectory({
    PUBLIC_URL: 'https://directory.example.com',
  });

  const get = (path: string) => api(`businesses${path}`);

  it('has every key, with null for unknown values', async () => {
    const id = await insertBusiness(pool, {
      name: 'Bare Minimum',
      slug: 'bare-minimum',
      created_at: '2026-03-01T10:00:00.120-06:00',
    });

    const { body } = await get('/bare-minimum');

    expect(body).toEqual({
      success: true,
      data: {
        id,
        slug: 'bare-minimum',
        name: 'Bare Minimum',
        description: null,
        legalName: null,
        status: 'open',
        categories: [],
        address: {
          street: null,
          unit: null,
          city: null,
          county: null,
          state: 'MN',
          postalCode: null,
        },
        location: null,
        phone: null,
        email: null,
        website: null,
        social: {
          facebook: null,
          instagram: null,
          linkedin: null,
          tiktok: null,
          twitter: null,
          youtube: null,
        },
        hours: [],
        specialHours: [],
        attributes: {
          wheelchair: null,
          languages: null,
          payment: null,
          wifi: null,
          outdoorSeating: null,
          takeout: null,
          delivery: null,
          reservations: null,
          parking: null,
          restroom: null,
          appointmentOnly: null,
        },
        identifiers: [],
        confirmedOn: null,
        confirmedBy: null,
        establishedOn: null,
        priceLevel: null,
        url: 'https://directory.example.com/api/v1/businesses/bare-minimum',
        createdAt: '2026-03-01T16:00:00.120Z',
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        removedAt: null,
      },
    });
  });

  it('has every known value', async () => {
    await insertCategory(pool, 'cafes', 'Cafés');
    await insertCategory(pool, 'bakeries', 'Bakeries');
    const id = await insertBusiness(pool, {
      name: 'Loon Lake Bakery',
      slug: 'loon-lake-bakery',
      description: 'Cardamom rolls.',
      status: 'temporarily_closed',
      categories: ['cafes', 'bakeries'],
      street: '12 Harbor Street',
      unit: 'Suite 3',
      city: 'Duluth',
      county: 'St. Louis',
      postal_code: '55802',
      latitude: 46.7867,
      longitude: -92.1005,
      precision: 'exact',
      phone: '+12185550147',
      email: 'hello@example.com',
      website: 'https://example.com/loon',
      social: { facebook: 'https://example.com/fb/loon' },
      hours: [{ day: 'friday', opens: '17:00', closes: '01:30' }],
      established_on: '1998-05-02',
    });

    const byId = await get(`/${id}`);

    expect(byId.body.data).toMatchObject({
      status: 'temporarily_closed',
      categories: [
        { slug: 'bakeries', name: 'Bakeries' },
        { slug: 'cafes', name: 'Cafés' },
      ],
      address: {
        street: '12 Harbor Street',
        unit: 'Suite 3',
        city: 'Duluth',
        county: 'St. Louis',
        state: 'MN',
        postalCode: '55802',
      },
      location: { latitude: 46.7867, longitude: -92.1005, precision: 'exact' },
      phone: '+12185550147',
      social: { facebook: 'https://example.com/fb/loon', twitter: null },
      hours: [{ day: 'friday', opens: '17:00', closes: '01:30' }],
      establishedOn: '1998-05-02',
    });
    const bySlug = await get('/loon-lake-bakery');
    const [inList] = (await get('?status=temporarily_closed')).body.data;
    expect(bySlug.body.data).toEqual(byId.body.data);
    expect(inList).toEqual(byId.body.data);
  });

  it.each([
    'no-such-business',
    '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11',
    '%00',
    "' OR 1=1",
    'Ünïcode',
  ])('returns 404 for %p', async (idOrSlug) => {
    const { status, body } = await get(`/${encodeURIComponent(decodeURIComponent(idOrSlug))}`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});
