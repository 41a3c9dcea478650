import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { query } from '../support/query.ts';
import { importIs, importUpload, upload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const LISTS = Array.from({ length: 150_000 }, (_, i) => `"a${i}":[]`).join(',');
const FEATURE = '{"type":"Feature","geometry":null,"properties":{"name":"Far","city":"Ely"}}';
const LEFT = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40.part';

describe('a hostile file', () => {
  const { database, program, token, admin } = useDirectory(async ({ env }) => {
    const folder = join(env.DATA_DIR, 'imports');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, LEFT), 'name\nHalf');
    await utimes(join(folder, LEFT), new Date(0), new Date(0));
    return {};
  });

  const imported = (file: string | Buffer, type: string) =>
    importUpload(program, token, file, { type });

  it.each<[string, string, string, object]>([
    [
      'a character that a rejection reason cuts in half',
      'text/csv',
      `name,city,state\nA,Ely,${'x'.repeat(39)}😀😀\nB,Ely,MN\n`,
      { counts: { inserted: 1, rejected: 1 } },
    ],
    [
      'half a character in a cell',
      'application/x-ndjson',
      '{"name":"Half \\ud83d Cafe","city":"Ely"}\n',
      { counts: { inserted: 1 }, notes: { halfCharacterReplaced: 1 } },
    ],
  ])('with %s does no harm', async (_, type, body, expected) => {
    expect(await imported(body, type)).toMatchObject({ status: 'finished', ...expected });
  });

  it('with more categories than a directory may have fails', async () => {
    await query(
      database,
      `INSERT INTO categories (id, slug, name)
       SELECT gen_random_uuid(), 'old-' || n, 'Old ' || n
       FROM generate_series(1, 9000 - (SELECT count(*)::int FROM categories)) AS n`,
    );
    const rows = Array.from({ length: 1_001 }, (_, i) => `A${i},MN,Kind ${i}\n`);
    expect(await imported(`name,state,category\n${rows.join('')}`, 'text/csv')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(
        'more than 10000 categories. Check that the category column is correct',
      ) as string,
      counts: { inserted: 1_000 },
    });
  });

  it('of 262 KB with 30 million rows is refused, and a small file does not wait for a large one', async () => {
    const large = 'name,city\n' + Array.from({ length: 120_000 }, (_, i) => `A${i},Ely\n`).join('');
    expect(large.length).toBeGreaterThan(1024 ** 2);
    const { body } = await upload(program, token, large);
    await importIs(program, token, body.data.id, 'running');

    const member = gzipSync('A,Ely,MN\n'.repeat(3_000_000));
    const rows = Array.from({ length: 10 }, () => member);
    const bomb = Buffer.concat([gzipSync('name,city,state\n'), ...rows]);
    expect(await imported(bomb, 'application/gzip')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^It unpacks to more than \d+ bytes/) as string,
      counts: {},
    });
    expect(await imported('name,city\nSmall Cafe,Ely\n', 'text/csv')).toMatchObject({
      status: 'finished',
      counts: { inserted: 1 },
    });
    await importIs(program, token, body.data.id, 'running');
    await admin('DELETE', `imports/${body.data.id}`);
  });

  it('with 150,000 lists before its features leaves other requests unaffected', async () => {
    const waits: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const asked = performance.now();
        await fetch(`${program.url}/health/live`);
        waits.push(performance.now() - asked);
      }
    })();
    const body = `{"type":"FeatureCollection",${LISTS},"features":[${FEATURE}]}`;
    expect(await imported(body, 'application/geo+json')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The text outside its features exceeds') as string,
    });
    isOver = true;
    await watching;
    // This took a minute when every list was compared with everything before it.
    expect(Math.max(...waits)).toBeLessThan(2_000);
  });

  it('does not outlive the process that received it', async () => {
    expect(await readdir(join(database.env.DATA_DIR, 'imports'))).not.toContain(LEFT);
  });
});
