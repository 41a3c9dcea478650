import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const LISTS = Array.from({ length: 150_000 }, (_, i) => `"a${i}":[]`).join(',');
const FEATURE = '{"type":"Feature","geometry":null,"properties":{"name":"Far","city":"Ely"}}';
const LEFT = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40.part';

describe('a hostile file', () => {
  const { database, program, token } = useDirectory(async ({ env }) => {
    const folder = join(env.DATA_DIR, 'imports');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, LEFT), 'name\nHalf');
    await utimes(join(folder, LEFT), new Date(0), new Date(0));
    return {};
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
    const type = 'application/geo+json';
    expect(await importUpload(program, token, body, { type })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The text outside its features exceeds') as string,
    });
    isOver = true;
    await watching;
    // This took a minute when every list was compared with everything before it.
    expect(Math.max(...waits)).toBeLessThan(2_000);
  });

  it('does not outlive the process that received it', async () => {
    const folder = join(database.env.DATA_DIR, 'imports');
    await eventually(async () => !(await readdir(folder)).includes(LEFT) || undefined);
  });
});
