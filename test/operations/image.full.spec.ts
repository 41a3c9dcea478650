import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { signIn } from '../support/admin.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { endAfterTests } from '../support/end-after-tests.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { call } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { isAnswered } from '../support/is-answered.ts';
import { ADMIN } from '../support/program.ts';
import type { ProgramProcess } from '../support/program-process.ts';
import { importUpload } from '../support/uploads.ts';

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
const COMMAND = JSON.parse(/^CMD (\[.*\])$/m.exec(DOCKERFILE)![1]!) as string[];
const HEALTH_CHECK = JSON.parse(/^ +CMD (\[.*\])$/m.exec(DOCKERFILE)![1]!) as string[];
const MAX_MEGABYTES = 80;
const NOBODY = 65_534;

/**
 * Runs a program as a container does: as process 1, not as root, with only its data writable.
 * Without root, this needs a user namespace.
 */
const CONTAINED =
  process.getuid!() === 0
    ? ['unshare', '--pid', '--fork', 'setpriv', `--reuid=${NOBODY}`, '--clear-groups']
    : ['unshare', '--user', '--pid', '--fork'];

describe('the contents of the image', () => {
  let folder: string;
  let database: TestDatabase;
  let program: ProgramProcess;
  let output = '';

  beforeAll(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'mnbd-image-'));
    await chmod(parent, 0o755);
    folder = join(parent, 'app');
    execFileSync(process.execPath, ['apps/release.mjs', folder]);
    execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
    database = await createDatabase('embedded');
    if (process.getuid!() === 0) {
      execFileSync('chown', ['-R', String(NOBODY), database.env.DATA_DIR]);
    }
    program = await startContained();
  });
  afterAll(async () => {
    await program.kill();
    await database.drop();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    await rm(join(folder, '..'), { recursive: true });
  });

  async function startContained(): Promise<ProgramProcess> {
    const port = await freePort();
    const [command, ...args] = [...CONTAINED, ...COMMAND];
    const url = `http://127.0.0.1:${port}`;
    const child = endAfterTests(
      spawn(command!, args, {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          ...database.env,
          PORT: String(port),
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          SAMPLE_DATA: 'false',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    // `unshare` does not forward signals, so send them to its child.
    const first = () =>
      Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
    const end = async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null) return;
      process.kill(first(), signal);
      await ended;
    };
    await eventually(() => isAnswered(`${url}/health`), 90_000);
    return {
      url,
      pid: first(),
      output: () => output,
      ended,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    };
  }

  it(`is smaller than ${MAX_MEGABYTES} MB`, async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes / 1e6).toBeLessThan(MAX_MEGABYTES);
  });

  it('lists its packages, including bundled ones, without build tools', async () => {
    const bill = JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string; licenses: unknown[] }[];
    };
    const names = bill.components.map(({ name }) => name);
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(names).toEqual(
      expect.arrayContaining(['@electric-sql/pglite', '@nestjs/core', 'fastify', 'maplibre-gl']),
    );
    expect(names).not.toContain('prisma');
    expect(names).not.toContain('typescript');
  });

  it('runs the command of `npm start`', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: { start: string };
    };
    expect(`exec ${COMMAND.join(' ')}`).toBe(scripts.start);
  });

  it('serves pages, documentation and the directory, and imports and exports', async () => {
    for (const path of ['/', '/docs', '/admin/docs', '/map', '/openapi.json']) {
      const response = await fetch(program.url + path);
      expect([path, response.status]).toEqual([path, 200]);
      const addresses = [...(await response.text()).matchAll(/(?:href|src)="(\/[^"]+\.\w+)"/g)];
      expect([path, addresses.length > 0]).toEqual([path, path !== '/openapi.json']);
      for (const [, address] of addresses) {
        expect([address, (await fetch(program.url + address)).status]).toEqual([address, 200]);
      }
    }
    const token = await signIn(program);
    const csv = 'name,city,latitude,longitude\nDry Dock,Ely,47.903,-91.867\n';
    expect(await importUpload(program, token, csv)).toMatchObject({ counts: { inserted: 1 } });

    const pool = await connectTo(database);
    const { text: key } = await insertKey(pool);
    await pool.end();
    const listed = await eventually(async () => {
      const { body } = await call('GET', `${program.url}/api/v1/businesses?q=dock`, { key });
      return (body.data as unknown[])[0];
    });
    expect(listed).toMatchObject({ name: 'Dry Dock', address: { county: 'St. Louis' } });

    const year = new Date().getUTCFullYear() + 1;
    const event = await call('POST', `${program.url}/admin/events`, {
      token,
      json: {
        name: 'Regatta',
        startsAt: `${year}-06-01T15:00:00Z`,
        endsAt: `${year}-06-01T18:00:00Z`,
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      },
    });
    expect(event.status).toBe(201);

    const bytes = await eventually(async () => {
      const exported = await fetch(`${program.url}/api/v1/export/businesses.ndjson`, {
        headers: { 'x-api-key': key, 'accept-encoding': 'gzip' },
      });
      return exported.status === 200 ? Buffer.from(await exported.arrayBuffer()) : undefined;
    }, 60_000);
    const text = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
    expect(text).toContain('"name":"Dry Dock"');
  });

  it('includes the command line', () => {
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(folder, 'apps/cli/mnbd.mjs'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, ...database.env },
      });
    expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('migrate', 'status')).not.toContain('pending');
    expect(JSON.parse(run('keys', 'list', '--json'))).toBeTruthy();
  });

  it('restarts a program that crashed, passes its health check, and stops on a signal', async () => {
    const served = Number(
      readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8'),
    );
    process.kill(served, 'SIGKILL');
    await eventually(async () => !(await isAnswered(`${program.url}/health`)));
    await eventually(() => isAnswered(`${program.url}/health`), 90_000);
    const healthCheck = () => {
      const [command, ...args] = HEALTH_CHECK;
      const { port } = new URL(program.url);
      return spawnSync(command!, args, { cwd: folder, env: { ...process.env, PORT: port } }).status;
    };
    expect(healthCheck()).toBe(0);
    await program.stop();
    expect(healthCheck()).toBe(1);
    expect(await program.ended).toBe(0);
    expect(output).toContain('Shutting down after SIGTERM.');
  });
});
