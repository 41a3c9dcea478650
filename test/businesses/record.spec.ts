import { insertBusiness } from '../support/directory.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a business record', () => {
  const { program, pool, key, api } = useDirectory({
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

  describe('at a former address', () => {
    const getAt = (idOrSlug: string, redirect: RequestInit['redirect'] = 'manual') =>
      call('GET', `${program.url}/api/v1/businesses/${idOrSlug}`, { key, redirect });

    it('is redirected straight to the current slug', async () => {
      const id = await insertBusiness(pool, { name: 'One', slug: 'one' });
      for (const slug of ['two', 'three']) {
        await pool.query('UPDATE businesses SET slug = $2 WHERE id = $1', [id, slug]);
      }
      for (const former of ['one', 'two']) {
        const { status, headers } = await getAt(former);
        expect([status, headers.get('location')]).toEqual([308, '/api/v1/businesses/three']);
      }
      expect((await getAt('one', 'follow')).body.data.id).toBe(id);
    });

    it('is the business that has the slug now, also in capitals', async () => {
      const old = await insertBusiness(pool, { slug: 'corner-shop' });
      await pool.query(`UPDATE businesses SET slug = 'corner-shop-2' WHERE id = $1`, [old]);
      const id = await insertBusiness(pool, { slug: 'corner-shop' });
      for (const slug of ['corner-shop', 'Corner-SHOP']) {
        const { status, body } = await getAt(slug);
        expect([status, body.data.id]).toEqual([200, id]);
      }
    });

    it('returns 410 and the tombstone once it is removed', async () => {
      const id = await insertBusiness(pool, { name: 'Gone Fishing', slug: 'gone-fishing' });
      await pool.query('UPDATE businesses SET removed_at = now() WHERE id = $1', [id]);
      for (const address of [id, 'gone-fishing']) {
        const { status, body } = await getAt(address);
        expect(status).toBe(410);
        expect(body).toMatchObject({
          success: false,
          error: { code: 'gone', message: expect.stringContaining('Gone Fishing') },
          data: {
            id,
            slug: 'gone-fishing',
            removedAt: expect.any(String),
            url: expect.stringContaining('://'),
          },
        });
      }
    });
  });
});
