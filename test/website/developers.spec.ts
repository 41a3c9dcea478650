import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseFeed } from '@rowanmanning/feed-parser';
import { insertBusiness } from '../support/directory.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const RUNNERS = { sh: 'sh', ts: process.execPath, py: 'python3' };

describe('the guide for developers', () => {
  const { database, program, pool, key } = useDirectory({ DEFAULT_LIMIT_PER_HOUR: '1234' });
  const inFolder = useSharedFolder();
  let markdown: string;

  beforeAll(async () => {
    await insertBusiness(pool, {
      slug: 'loon-coffee',
      name: 'Loon Coffee',
      city: 'Duluth',
      phone: '+12185550100',
    });
    await insertBusiness(pool, { slug: 'pine-books', name: 'Pine Books' });
    ({ html: markdown } = await get('/developers.md'));
    const [, , install] = programs('sh');
    await run('sh', install!);
  });

  const get = (path: string) => getPage(program.url + path, { accept: '*/*' });

  /** Returns the guide's programs in a language, in order. */
  const programs = (language: string) =>
    [...markdown.matchAll(/^```(\w+)\n(.*?)\n```$/gms)]
      .filter(([, of]) => of === language)
      .map(([, , text]) => text!);

  /** Runs a program unchanged. */
  const run = async (language: keyof typeof RUNNERS, text: string) => {
    const file = inFolder(`program.${language === 'ts' ? 'mjs' : language}`);
    await writeFile(file, text);
    const { stdout } = await promisify(execFile)(RUNNERS[language], [file], {
      cwd: inFolder(),
      env: { PATH: process.env.PATH, MNBD_API_KEY: key },
    });
    return stdout;
  };

  it('has a working first request in each language', async () => {
    const [, curl] = programs('sh');
    const answer = JSON.parse(await run('sh', curl!));
    expect(answer.data.map(({ slug }: { slug: string }) => slug)).toEqual(['loon-coffee']);
    const said = 'Loon Coffee +12185550100\n';
    expect(await run('ts', programs('ts')[0]!)).toBe(said);
    expect(await run('py', programs('py')[0]!)).toBe(`1 found\n${said}`);
  });

  it('has a working export that continues with the changes', async () => {
    const [, , , mirror] = programs('sh');
    const { data, pagination } = JSON.parse(await run('sh', mirror!));
    expect([data, pagination.hasMore]).toEqual([[], false]);
    const lines = await readFile(inFolder('businesses.ndjson'), 'utf8');
    expect(lines.match(/^{"id":/gm)).toHaveLength(2);
  });

  it('has a working reconciliation query', async () => {
    const reconcile = programs('sh')[5]!.replace('Iron Ore Espresso', 'Loon Coffee');
    const { result } = JSON.parse(await run('sh', reconcile)).q0;
    expect(result).toMatchObject([{ name: 'Loon Coffee', match: true }]);
  });

  it('has a program that keeps a copy current', async () => {
    const [, copy] = programs('ts');
    expect(await run('ts', copy!)).toBe('2 businesses\n');
    await insertBusiness(pool, { slug: 'new', name: 'New' });
    expect(await run('ts', copy!)).toBe('3 businesses\n');
    await pool.query(`UPDATE businesses SET removed_at = now() WHERE slug <> 'new'`);
    expect(await run('ts', copy!)).toBe('1 businesses\n');
    expect(await run('ts', copy!)).toBe('1 businesses\n');
  });

  it('has a working conditional request', async () => {
    const [, , , , conditional] = programs('sh');
    const verbose = conditional!.replace('curl ', `curl -s -w '%{http_code}' `);
    expect(await run('sh', verbose)).toBe('200');
    expect(await run('sh', verbose)).toBe('304');
  });

  it.each([
    ['/developers', 'For developers', '1,234 requests per hour'],
    ['/es/developers', 'Para desarrolladores', '1,234 solicitudes por hora'],
  ])(
    'states the same at %s and in Markdown, with the configured limits',
    async (path, title, limit) => {
      const [page, file] = await Promise.all([get(path), get(`${path}.md`)]);
      expect([page.status, page.heading]).toEqual([200, title]);
      expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(file.html.startsWith(`# ${title}\n`)).toBe(true);
      expect(page.html).toContain(limit);
      expect(file.html).toContain(limit);
      const headings = [...file.html.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      expect(headings.length).toBeGreaterThan(5);
      expect([...page.html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text)).toEqual(
        headings,
      );
      expect(page.links).toContain(`${path}.md`);
      expect(file.html).not.toContain('](/');
    },
  );

  it('describes webhooks only if keys can have them', async () => {
    // With a database server they need WEBHOOK_KEY, which is not set here.
    const hasWebhooks = database.env.DATABASE_URL === undefined;
    for (const path of ['/developers.md', '/es/developers.md']) {
      const { html } = await get(path);
      expect([path, html.includes('[Standard Webhooks]')]).toEqual([path, hasWebhooks]);
    }
  });

  it('is linked from llms.txt', async () => {
    const { html, headers } = await get('/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const addresses = [...html.matchAll(/\]\((.*?)\)/g)].map(([, address]) => address!);
    expect(addresses).toContain(`${program.url}/developers.md`);
    expect(html).toContain(`POST ${program.url}/mcp `);
    for (const address of addresses) {
      expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    }
  });

  it('publishes API changes as JSON and as a feed, in each language', async () => {
    const { html, headers } = await get('/developers/changelog.json');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { apiVersion, changes, deprecations } = JSON.parse(html);
    expect([apiVersion, deprecations]).toEqual(['v1', []]);
    const dates = changes.map(({ date }: { date: string }) => date);
    expect(dates).toContain('2026-11-20');
    expect(dates).toEqual([...dates].sort().reverse());

    const inSpanish = ['/es/developers/changelog.json', '/es/developers/changelog.atom'];
    expect((await get('/es/developers')).links).toEqual(expect.arrayContaining(inSpanish));
    const feed = parseFeed((await get('/es/developers/changelog.atom')).html);
    expect(feed.title).toContain('Cambios de la API');
    expect(feed.items.map(({ title }) => title)).toEqual(dates);
    expect(new Set(feed.items.map(({ id }) => id)).size).toBe(dates.length);
    expect(feed.items.at(-1)!.content).toContain('El piloto');
    const fallback = (await get('/so/developers/changelog.atom')).html;
    expect(fallback).toContain('<feed xml:lang="en"');
    const inEnglish = parseFeed(fallback);
    expect(inEnglish.title).toBe('Changes to the API · Minnesota Business Directory');
    expect(inEnglish.items.at(-1)!.content).toContain('Pilot release');
  });

  it('has the sections that responses of deprecated operations link to', async () => {
    expect((await get('/developers')).html).toContain('id="deprecated"');
  });
});
