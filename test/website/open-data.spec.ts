import { insertBusiness } from '../support/directory.ts';
import { getPage, linkedDataIn } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const DAY = 86_400_000;

describe('the description of the data for machines', () => {
  const { program, pool, key } = useDirectory({
    SITE_NAME: 'Loon Directory',
    SUPPORT_EMAIL: 'help@directory.example.org',
  });
  let origin: string;

  beforeAll(async () => {
    origin = program.url;
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    getPage(origin + path, { accept: '*/*', ...headers });
  const catalog = async () => JSON.parse((await get('/data.json')).html);

  it('lists the exports with the license of each source', async () => {
    await insertBusiness(pool, { slug: 'loon' });
    await pool.query(
      `INSERT INTO sources (name, licence, attribution) VALUES
         ('breweries', 'MIT', '© Open Brewery DB'), ('counties', 'CC0-1.0', NULL),
         ('unlicensed', NULL, NULL), ('unused', 'ODbL-1.0', '© Nobody')`,
    );
    await pool.query(
      `INSERT INTO source_rows (source_id, key, business_id, rank, values, digests)
       SELECT s.id, 'row', b.id, 10, '{"name": "Loon"}', '{}' FROM sources s, businesses b WHERE s.name <> 'unused'`,
    );
    await pool.query("UPDATE businesses SET phone = '+12185550100'");

    const { dataset, publisher } = await catalog();
    expect(publisher.name).toBe('Loon Directory');
    expect(dataset).toHaveLength(1);
    const [businesses] = dataset;
    const rights = ['breweries: MIT, © Open Brewery DB', 'counties: CC0-1.0'];
    expect(businesses).toMatchObject({
      identifier: `${origin}/developers#dataset`,
      contactPoint: { fn: 'Loon Directory', hasEmail: 'mailto:help@directory.example.org' },
      rights,
      source: [
        { title: 'breweries', distribution: [{ license: 'MIT', rights: [rights[0]] }] },
        { title: 'counties', distribution: [{ license: 'CC0-1.0', rights: [rights[1]] }] },
      ],
    });
    const { rows } = await pool.query<{ changed: Date }>(
      'SELECT changed_at AS changed FROM directory_version',
    );
    expect(businesses.modified).toBe(rows[0]!.changed.toISOString());
  });

  it('lists downloads that exist, in the stated formats', async () => {
    const [businesses] = (await catalog()).dataset;
    expect(businesses.distribution.length).toBeGreaterThan(0);
    for (const { downloadURL, mediaType } of businesses.distribution) {
      const { status, headers } = await fetch(downloadURL, {
        headers: { 'x-api-key': key },
      });
      expect([status, headers.get('content-type')]).toEqual([200, mediaType]);
    }
  });

  it.each(['/data.json', '/developers/changelog.json'])(
    'lets pages of any origin read %s without a key',
    async (path) => {
      const { status, headers } = await get(path, { origin: 'https://elsewhere.example' });
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBeNull();
      const again = await get(path, { 'if-none-match': headers.get('etag')! });
      expect(again.status).toBe(304);
    },
  );

  it('states the contact for security researchers, valid for less than a year', async () => {
    const { status, headers, html } = await get('/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      html.split('\n').flatMap((line) => (line ? [line.split(': ', 2)] : [])),
    );
    expect(fields.Contact).toBe('mailto:help@directory.example.org');
    const valid = (new Date(fields.Expires).getTime() - Date.now()) / DAY;
    expect(valid).toBeGreaterThan(30);
    expect(valid).toBeLessThan(365);
  });

  it('is linked data on the page for developers', async () => {
    const { html } = await get('/developers');
    const dataset = linkedDataIn(html).find((each) => each['@type'] === 'Dataset');
    expect(dataset).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Loon Directory',
      isAccessibleForFree: true,
      includedInDataCatalog: { url: `${origin}/data.json` },
    });
    expect(dataset.description.length).toBeGreaterThanOrEqual(50);
    const [businesses] = (await catalog()).dataset;
    expect(dataset['@id']).toBe(businesses.identifier);
    expect(dataset.distribution.map((each: { contentUrl: string }) => each.contentUrl)).toEqual(
      businesses.distribution.map((each: { downloadURL: string }) => each.downloadURL),
    );
  });
});
