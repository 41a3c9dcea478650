import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisServer } from '../../support/redis-server.ts';
import type { BenchDirectory } from '../support/bench-directories.ts';
import { insertBenchKey } from '../support/bench-key.ts';
import { startDirectoryServer } from '../support/directory-server.ts';
import { forkServer } from '../support/fork-server.ts';
import type { Load } from '../support/load.ts';
import { freshPages } from './fresh-pages.ts';

/** A running server and the requests of its rounds. */
export interface Contender {
  name: string;
  url: string;
  headers: Record<string, string>;
  expected: Load['expected'];
  connections: number;
  /** Returns the paths that a round requests. */
  paths(): Pick<Load, 'paths' | 'once'>;
  stop(): Promise<void>;
}

export interface Course {
  /** Number of rounds, including the warm-up. */
  rounds: number;
  seconds: number;
}

const LIST = '/api/v1/businesses';

/** Names of the bare servers that the others are compared with. */
export const NODE_HTTP = 'bare node:http';
export const NEST = 'bare Nest';

/** Number of connections of most contenders. */
const CONNECTIONS = 50;
/** Distinct pages to prepare per second of a round, more than any server can send. */
const FRESH_PER_SECOND = 10_000;

/** Starts the contenders one after another, each in its own process. Our servers get a key each. */
export async function* startContenders(
  directory: BenchDirectory,
  course: Course,
  { folder, redis }: { folder: string; redis: RedisServer | undefined },
): AsyncGenerator<Contender> {
  const { page, etag, total } = await survey(directory);
  const bodyFile = join(folder, 'page.json');
  await writeFile(bodyFile, page);
  const firstPages = { expected: { status: 200, bytes: page.length }, paths: again };
  const bare = async (name: string, program: string, connections = CONNECTIONS) => ({
    name,
    headers: {},
    connections,
    ...firstPages,
    ...(await forkServer(`contenders/${program}`, { BODY_FILE: bodyFile })),
  });
  yield bare(NODE_HTTP, 'node-http.js');
  yield bare(NEST, 'nest.js');

  yield ours(directory, { name: 'ours, same page', ...firstPages });
  if (redis) {
    const env = { REDIS_URL: redis.url };
    const counting = { name: 'ours, same page, counting in Redis', ...firstPages };
    yield ours(directory, counting, { env });
    if (!directory.isEmbedded) yield obvious(directory, env);
  }
  const notModified = { expected: { status: 304 }, paths: again };
  yield ours(
    directory,
    { name: 'ours, same page, not modified', ...notModified },
    { headers: { 'if-none-match': etag } },
  );
  const fresh = { expected: { status: 200 }, paths: eachOnce(total, course) };
  yield ours(directory, { name: 'ours, pages all different', ...fresh });

  yield bare(NODE_HTTP, 'node-http.js', 1);
  yield bare(NEST, 'nest.js', 1);
  yield ours(directory, { name: 'ours, same page', ...firstPages }, { connections: 1 });
}

/** Returns the body of the first page, its ETag, and the length of the list. */
async function survey(directory: BenchDirectory) {
  const server = await startDirectoryServer(directory);
  try {
    const { text, json, headers } = await server.get(LIST);
    const { total } = json.pagination as { total: number };
    return { page: Buffer.from(text), etag: headers.get('etag')!, total };
  } finally {
    await server.stop();
  }
}

/** Requests the first page repeatedly. */
function again() {
  return { paths: [LIST], once: false };
}

/** Requests distinct pages, of which each round gets an equal share. */
function eachOnce(total: number, { rounds, seconds }: Course): Contender['paths'] {
  const pages = freshPages([{ filter: '', total }], rounds * seconds * FRESH_PER_SECOND);
  const share = Math.floor(pages.length / rounds);
  return () => ({ paths: pages.splice(0, share), once: true });
}

async function ours(
  directory: BenchDirectory,
  asked: Pick<Contender, 'name' | 'expected' | 'paths'>,
  { env = {}, headers = {}, connections = CONNECTIONS } = {},
): Promise<Contender> {
  const server = await startDirectoryServer(directory, env);
  return { ...asked, ...server, connections, headers: { ...server.headers, ...headers } };
}

/**
 * Starts the obvious implementation: Nest, Prisma's findMany and count, keys in the database, and
 * the throttler in Redis.
 */
async function obvious(
  directory: BenchDirectory,
  redis: { REDIS_URL: string },
): Promise<Contender> {
  const database = await directory.open();
  const server = await forkServer('contenders/obvious.js', {
    DATABASE_URL: database.env.DATABASE_URL!,
    ...redis,
  });
  return {
    name: 'the obvious way',
    ...server,
    headers: await insertBenchKey(database),
    expected: { status: 200 },
    connections: CONNECTIONS,
    paths: again,
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}
