import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo, insertBusiness } from '../support/directory.ts';
import { freePort } from '../support/free-port.ts';
import { insertKey } from '../support/insert-key.ts';
import { type Program, startProgram } from '../support/program.ts';
import { startProcess } from '../support/program-process.ts';

/** Copies the built program to a separate folder and changes its response envelope. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-release-'));
  const filter = (file: string) => !file.endsWith('.map');
  await cp('dist', join(folder, 'dist'), { recursive: true, filter });
  await cp('package.json', join(folder, 'package.json'));
  for (const part of ['libs', 'node_modules', 'prisma']) {
    await symlink(join(process.cwd(), part), join(folder, part));
  }
  const chunks = join(folder, 'dist/chunks');
  for (const name of await readdir(chunks)) {
    const source = await readFile(join(chunks, name), 'utf8');
    const changed = source.replaceAll(/success: ?true/g, 'success:true,release:2');
    if (changed !== source) await writeFile(join(chunks, name), changed);
  }
  return folder;
}

describe('a new release', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createAnyDatabase();
    folder = await nextRelease();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('invalidates responses of the previous release, while a restart does not', async () => {
    // Links in responses contain the port.
    const env = { ...database.env, PORT: String(await freePort()) };
    let program: Program = await startProgram(env);
    const pool = await connectTo(database);
    await insertBusiness(pool, { slug: 'first' });
    const { text: key } = await insertKey(pool);
    await pool.end();
    const ask = (tag?: string) =>
      fetch(`${program.url}/api/v1/businesses/first`, {
        headers: { 'x-api-key': key, ...(tag && { 'if-none-match': tag }) },
      });
    const held = (await ask()).headers.get('etag')!;
    await program.stop();

    program = await startProcess(env);
    expect((await ask(held)).status).toBe(304);
    await program.stop();

    program = await startProcess(env, folder);
    const answer = await ask(held);
    expect([answer.status, await answer.json()]).toMatchObject([200, { release: 2 }]);
    expect((await ask(answer.headers.get('etag')!)).status).toBe(304);
    await program.stop();
  });
});
