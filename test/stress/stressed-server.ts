import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertBenchKey } from '../bench/support/bench-key.ts';
import { BenchDirectories } from '../bench/support/bench-directories.ts';
import { signIn } from '../support/admin.ts';
import type { TestDatabase } from '../support/databases.ts';
import { decide, requestKey } from '../support/keys.ts';
import type { Program } from '../support/program.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import type { Operation } from './operations.ts';

const KEY_REQUESTS = 10;
/** Path that the walk leaves out, because it would sign itself out for good. */
const LEFT_OUT = '/admin/admins';

/** The built server, by default on a new embedded database that holds the sample. */
export interface StressedServer {
  program: ProgramProcess;
  /** Creates a key with an unreachable limit and returns its request header. */
  makeKey(): Promise<{ 'x-api-key': string }>;
  stop(): Promise<void>;
}

/**
 * Starts the server behind a trusted proxy: `X-Forwarded-For` sets a client's address.
 *
 * @param options.existing a PostgreSQL address or a DATA_DIR, which is copied
 * @param options.env further settings
 */
export async function startStressedServer({
  existing,
  env,
}: {
  existing?: string;
  env?: Record<string, string>;
}): Promise<StressedServer> {
  const database = await openDatabase(existing);
  const program = await startProcess({
    SAMPLE_DATA: 'true',
    ...database.env,
    TRUST_PROXY: 'true',
    ...env,
  });
  return {
    program,
    makeKey: () => insertBenchKey(database),
    stop: async () => {
      await program.stop();
      await database.drop();
    },
  };
}

async function openDatabase(existing: string | undefined): Promise<TestDatabase> {
  if (existing) {
    const directories = await BenchDirectories.start({ usePostgres: false });
    return directories.existing(existing).open();
  }
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-stress-'));
  return { env: { DATA_DIR }, drop: () => rm(DATA_DIR, { recursive: true, force: true }) };
}

/** Creates pending and approved key requests. */
export async function makeKeys(program: Program): Promise<void> {
  const token = await signIn(program);
  for (let index = 0; index < KEY_REQUESTS; index++) {
    const { body } = await requestKey(program);
    if (index % 2 === 0) await decide(program, token, body.data.id, 'approve');
  }
}

/** Reads the ids and slugs of existing records, by the path of their list. */
export async function readExisting(
  { url }: Program,
  operations: readonly Operation[],
  headers: Record<string, string>,
): Promise<Map<string, string[]>> {
  const lists = operations.filter(
    ({ method, path }) =>
      method === 'GET' &&
      path !== LEFT_OUT &&
      operations.some((other) => other.path.startsWith(`${path}/{`)),
  );
  const found = new Map<string, string[]>();
  for (const { path } of lists) {
    const answer = await fetch(url + path, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { id: string; slug?: string }[] };
    found.set(
      path,
      data.flatMap(({ id, slug }) => (slug ? [id, slug] : [id])),
    );
  }
  return found;
}
