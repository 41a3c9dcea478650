import { expectDocumented } from '../support/contract.ts';
import { insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a former address of a business', () => {
  const { program, pool, key } = useDirectory();

  const get = async (idOrSlug: string, redirect: 'manual' | 'follow' = 'manual') => {
    const url = `${program.url}/api/v1/businesses/${idOrSlug}`;
    const response = await fetch(url, {
      redirect,
      headers: { 'x-api-key': key, origin: program.url },
    });
    const { status, headers } = response;
    const body: any = await response.json();
    await expectDocumented({ method: 'GET', url, status, headers, body });
    return { status, location: headers.get('location'), body };
  };

  it('redirects straight to the current slug', async () => {
    const id = await insertBusiness(pool, { name: 'One', slug: 'one' });
    for (const slug of ['two', 'three']) {
      await pool.query('UPDATE businesses SET slug = $2 WHERE id = $1', [id, slug]);
    }
    for (const former of ['one', 'two']) {
      expect(await get(former)).toMatchObject({
        status: 308,
        location: '/api/v1/businesses/three',
      });
    }
    expect(await get('one', 'follow')).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it('belongs to the business that has the slug now', async () => {
    const old = await insertBusiness(pool, { slug: 'corner-shop' });
    await pool.query(`UPDATE businesses SET slug = 'corner-shop-2' WHERE id = $1`, [old]);
    const id = await insertBusiness(pool, { slug: 'corner-shop' });
    expect(await get('corner-shop')).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it('is not needed for a slug in capitals', async () => {
    const id = await insertBusiness(pool, { slug: 'loud-shop' });
    expect(await get('Loud-SHOP')).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it('returns 410 and the tombstone once the business is removed', async () => {
    const id = await insertBusiness(pool, { name: 'Gone Fishing', slug: 'gone-fishing' });
    await pool.query('UPDATE businesses SET removed_at = now() WHERE id = $1', [id]);
    for (const address of [id, 'gone-fishing']) {
      const { status, body } = await get(address);
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
