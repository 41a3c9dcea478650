import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisServer } from '../../support/redis-server.ts';
import type { BenchDirectory } from '../support/bench-directories.ts';
import { insertBenchKey } from '../support/bench-key.ts';
import type { Choice } from '../support/choices.ts';
import { startDirectoryServer } from '../support/directory-server.ts';
import { forkServer } from '../support/fork-server.ts';
import { type Contender, LIST, NEST, NODE_HTTP } from './contender.ts';
import { freshPages } from './fresh-pages.ts';
import type { Survey } from './survey.ts';

export interface Course {
  /** Number of rounds, including the warm-up. */
  rounds: number;
  seconds: number;
}

/** Number of connections of most contenders. */
const CONNECTIONS = 50;
/** Distinct pages to prepare per second of a round, more than any server can send. */
const FRESH_PER_SECOND = 10_000;

/** Starts the contenders one after another, each in its own process. Our servers get a key each. */
export async function* startContenders(
  directory: BenchDirectory,
  { firstPage, etag, all }: Survey,
  course: Course,
  { folder, redis }: { folder: string; redis: RedisServer | undefined },
): AsyncGenerator<Contender> {
  const bodyFile = join(folder, 'page.json');
  await writeFile(bodyFile, firstPage);
  const firstPages = { expected: { status: 200, bytes: firstPage.length }, paths: again };
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
  const fresh = { expected: { status: 200 }, paths: eachOnce(all, course) };
  yield ours(directory, { name: 'ours, pages all different', ...fresh });

  yield bare(NODE_HTTP, 'node-http.js', 1);
  yield bare(NEST, 'nest.js', 1);
  yield ours(directory, { name: 'ours, same page', ...firstPages }, { connections: 1 });
}

/** Requests the first page repeatedly. */
function again() {
  return { paths: [LIST], once: false };
}

/** Requests distinct pages, of which each round gets an equal share. */
function eachOnce(list: Choice, { rounds, seconds }: Course): Contender['paths'] {
  const pages = freshPages([list], rounds * seconds * FRESH_PER_SECOND);
  const share = Math.floor(pages.length / rounds);
  return () => ({ paths: pages.splice(0, share), once: true });
}

async function ours(
  directory: BenchDirectory,
  asked: Pick<Contender, 'name' | 'expected' | 'paths'>,
  { env = {}, headers = {}, connections = CONNECTIONS } = {},
): Promise<Contender> {
  const server = await startDirectoryServer(directory, env);
  return {
    ...asked,
    ...server,
    connections,
    headers: { ...server.headers, ...headers },
    counted: async () => (await server.get('/api/v1/rate-limit')).json.data.used,
  };
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
