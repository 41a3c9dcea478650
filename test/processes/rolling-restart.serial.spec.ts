import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { freePort } from '../support/free-port.ts';
import { insertKey } from '../support/insert-key.ts';
import { someEmail } from '../support/keys.ts';
import { describeBehindNginx, Nginx } from '../support/nginx.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { RedisServer } from '../support/redis-server.ts';

const REQUESTS_A_SECOND = 200;
/** Every Nth request is a POST, which must not be executed twice. */
const POST_EVERY = 20;

describeBehindNginx('a rolling restart behind nginx', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let pool: Pool;
  let programs: ProgramProcess[];
  let nginx: Nginx;
  let key: string;

  const start = (port: string) =>
    startProcess({
      ...database.env,
      PORT: port,
      REDIS_URL: redis.url,
      TRUST_PROXY: 'loopback',
      SHUTDOWN_DELAY: '1',
    });

  beforeAll(async () => {
    redis = await RedisServer.start();
    database = await createDatabase('PostgreSQL');
    const ports = [await freePort(), await freePort()];
    programs = await Promise.all(ports.map((port) => start(String(port))));
    nginx = await Nginx.start(ports);
    pool = await connectTo(database);
    key = (await insertKey(pool)).text;
  });
  afterAll(async () => {
    await nginx.stop();
    for (const program of programs) await program.stop();
    await pool.end();
    await database.drop();
    await redis.kill();
  });

  const read = () => fetch(`${nginx.url}/api/v1/businesses`, { headers: { 'x-api-key': key } });
  const write = () =>
    fetch(`${nginx.url}/api/v1/key-requests`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
      },
      body: JSON.stringify({
        name: 'Ada',
        email: someEmail(),
        project: 'A map of all the bakeries.',
      }),
    });

  it('fails none of two hundred requests a second and executes each POST once', async () => {
    const outcomes: Promise<string>[] = [];
    const outcomeOf = async (answer: Promise<Response>): Promise<string> => {
      try {
        const { status } = await answer;
        return String(status);
      } catch (error) {
        return String((error as Error).cause ?? error);
      }
    };
    const load = setInterval(() => {
      const isWrite = outcomes.length % POST_EVERY === 0;
      outcomes.push(outcomeOf(isWrite ? write() : read()));
    }, 1_000 / REQUESTS_A_SECOND);

    for (const [index, program] of programs.entries()) {
      await delay(500);
      await program.stop();
      programs[index] = await start(new URL(program.url).port);
    }
    await delay(500);
    clearInterval(load);
    const counts = new Map<string, number>();
    for (const outcome of await Promise.all(outcomes)) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['200', '201']);
    const { rows } = await pool.query('SELECT count(*)::int AS written FROM key_requests');
    expect(rows).toEqual([{ written: counts.get('201') }]);
    expect(outcomes.length).toBeGreaterThan(REQUESTS_A_SECOND * 3);
  });
});
