import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { BackupStore } from '#libs/database/src/backup/backup-store.js';
import { runCli, startCli } from '../support/cli.ts';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fakeTimers } from '../support/fake-timers.ts';
import { metricOf } from '../support/http.ts';
import { startProgram } from '../support/program.ts';
import { S3Server } from '../support/s3-server.ts';
import { useFolder } from '../support/use-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEY = 'directory/';

describe('scheduled backups', () => {
  const inFolder = useFolder();
  let s3: S3Server;
  let database: TestDatabase;

  beforeEach(async () => {
    s3 = await S3Server.start();
    database = await createAnyDatabase();
  });
  afterEach(async () => {
    await s3.stop();
    await database.drop();
  });

  const backUp = (env: Record<string, string> = {}, to = inFolder()) =>
    runCli({ ...database.env, ...env }, 'backup', to, '--keep-days', '14');
  const nameOf = (daysAgo: number) =>
    `${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 19).replaceAll(':', '')}.backup.gz`;

  it('are copied to the store, and old ones deleted in both places', async () => {
    const kept = [nameOf(13.9), 'notes.txt'];
    for (const name of [...kept, nameOf(14.1)]) {
      await writeFile(inFolder(name), '');
      s3.objects.set(KEY + name, Buffer.of());
    }
    const foreign = `elsewhere/${nameOf(20)}`;
    s3.objects.set(foreign, Buffer.of());
    // As left by a killed backup.
    await writeFile(inFolder(`${nameOf(14.1)}.0badcafe.part`), '');

    const { code, stdout } = await backUp({ BACKUP_URL: s3.url() });
    expect(code).toBe(0);
    const files = await readdir(inFolder());
    const [made] = files.filter((name) => !kept.includes(name));
    expect(files.sort()).toEqual([...kept, made].sort());
    expect([...s3.objects.keys()].sort()).toEqual(
      [...files.map((name) => KEY + name), foreign].sort(),
    );
    expect(s3.objects.get(KEY + made)).toEqual(await readFile(inFolder(made!)));
    expect(stdout).toContain(`/vault/${KEY}${made}`);
    expect(stdout).not.toContain('hunter2');
  });

  it('create their folder and report their time as a metric once the copy is complete', async () => {
    const program = await startProgram(database.env);
    const time = () => metricOf(program, 'backup_last_success_timestamp_seconds');
    expect(await time()).toBe(0);
    s3.fault = { method: 'PUT', kind: 'fails' };
    expect((await backUp({ BACKUP_URL: s3.url() })).code).toBe(1);
    expect(await time()).toBe(0);
    const daily = inFolder('backups', 'daily');
    expect((await backUp({}, daily)).code).toBe(0);
    expect(await readdir(daily)).toHaveLength(1);
    expect(Math.abs((await time()) - Date.now() / 1_000)).toBeLessThan(60);
    await program.stop();
  });

  it('explain a refusal without secrets, and keep the file and older ones', async () => {
    await writeFile(inFolder(nameOf(20)), '');
    const { code, stdout, stderr } = await backUp({ BACKUP_URL: s3.url('wrong-hunter2') });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^\S+\.backup\.gz is complete but could not be uploaded \(127\.0\.0\.1:\d+\/vault\/directory\/\): .*SignatureDoesNotMatch/,
    );
    expect(stdout + stderr).not.toContain('hunter2');
    expect(await readdir(inFolder())).toHaveLength(2);
  });

  it('can be interrupted while the store does not answer', async () => {
    s3.fault = { method: 'PUT', kind: 'hangs' };
    const cli = startCli(
      { ...database.env, BACKUP_URL: s3.url() },
      ...['backup', inFolder(), '--keep-days', '14'],
    );
    await eventually(async () => (await readdir(inFolder())).some((name) => name.endsWith('.gz')));
    cli.process.kill('SIGINT');
    const { code, stderr } = await cli.result;
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Interrupted: \S+\.backup\.gz is complete but not uploaded\.$/m);
  });

  it('are uploaded in parts, and abandoned parts are removed', async () => {
    const file = inFolder('large.gz');
    const bytes = randomBytes(20 * 1024 ** 2);
    await writeFile(file, bytes);
    const interrupt = new AbortController();
    const store = new BackupStore(s3.url(), interrupt.signal);
    await store.upload(file);
    expect(s3.parts).toEqual([3]);
    expect(s3.objects.get(`${KEY}large.gz`)!.equals(bytes)).toBe(true);

    s3.fault = { method: 'PUT', kind: 'hangs' };
    const hanging = s3.hanging;
    const uploaded = store.upload(file);
    // Only a part shows that the client knows the id of its upload.
    await eventually(() => s3.hanging > hanging);
    expect(s3.unfinished.size).toBe(1);
    fakeTimers();
    interrupt.abort();
    const refused = expect(uploaded).rejects.toThrow('could not be uploaded');
    // The client pauses for seconds before it repeats a part, even if it was interrupted.
    await eventually(async () => {
      await jest.advanceTimersByTimeAsync(1_000);
      return s3.unfinished.size === 0;
    });
    await refused;
    jest.useRealTimers();
  });
});
