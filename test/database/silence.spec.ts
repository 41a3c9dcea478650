import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { problemsIn, sendForm, tokenOfAge } from '../support/forms.ts';
import { type Answer, call, expectUnavailable } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { requestKey } from '../support/keys.ts';
import { startProcess } from '../support/program-process.ts';
import { databaseLines, throughProxy } from '../support/proxied-database.ts';
import type { SlowProxy } from '../support/slow-proxy.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

/** Number of consecutive requests, and less time than if each waited 5 s for the database. */
const REQUESTS = 4;
const AT_ONCE_MS = 10_000;

/** Simulates a failover, or a firewall that dropped the connections' state. */
describeOnPostgres('a database whose connections fall silent', () => {
  let proxy: SlowProxy;
  let url: string;
  let stopped: Promise<number>;
  const keys: string[] = [];
  // A graceful stop would wait for statements on dead connections.
  afterAll(() => program.kill());
  const {
    database,
    program,
    pool,
    key: ownKey,
  } = useDirectoryProcess(
    async (database) => {
      const proxied = await throughProxy(database);
      ({ proxy } = proxied);
      return proxied.env;
    },
    () => createDatabase('PostgreSQL'),
  );

  beforeAll(async () => {
    ({ url } = program);
    for (let i = 0; i < 6; i++) keys.push((await insertKey(pool)).text);
    stopped = stopDuringSilence();
  });
  afterAll(() => proxy.stop());

  /** Stops another program while it waits for the database, and returns the milliseconds it takes. */
  const stopDuringSilence = async () => {
    const proxied = await throughProxy(database);
    const other = await startProcess({ ...database.env, ...proxied.env });
    const ask = (key: string) => call('GET', `${other.url}/api/v1/categories`, { key });
    await Promise.all(keys.map(ask));
    proxied.proxy.isSilent = true;
    void ask(ownKey).catch(() => {});
    await delay(200);
    const started = performance.now();
    await other.stop();
    await proxied.proxy.stop();
    return performance.now() - started;
  };

  const expectUnavailableAtOnce = async (ask: () => Promise<Answer>) => {
    const started = performance.now();
    for (let i = 0; i < REQUESTS; i++) expectUnavailable(await ask());
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  };
  const read = (query: string, key = ownKey) =>
    call('GET', `${url}/api/v1/businesses?${query}`, { key });
  const isServed = async (query: string) => (await read(query)).status === 200;
  const outages = () => databaseLines(program).filter((line) => line.startsWith('The database '));
  const readiness = async (): Promise<[number, any]> => {
    const response = await fetch(`${url}/health/ready`);
    return [response.status, await response.json()];
  };

  it('causes 503, first after a wait and then at once, until it responds again', async () => {
    expect(await isServed('limit=1')).toBe(true);
    expect(await readiness()).toEqual([
      200,
      {
        status: 'ok',
        process: 'ok',
        database: 'ok',
        migrations: 'ok',
        directory: 'ok',
        rateLimit: 'ok',
      },
    ]);

    proxy.isSilent = true;
    const first = [
      read('limit=2'),
      // Needs an uncached key and then an uncached list.
      read('limit=3', keys[0]),
      call('GET', `${url}/api/v1/categories`, { key: ownKey }),
      call('GET', `${url}/health`),
    ];
    for (const answer of await Promise.all(first)) expectUnavailable(answer);
    const [status, parts] = await eventually(async () => {
      const ready = await readiness();
      return ready[0] === 503 ? ready : undefined;
    });
    expect([status, parts.status, parts.database]).toEqual([503, 'unavailable', 'unreachable']);

    const later = [
      () => read('limit=4'),
      () => read('limit=5', keys[1]),
      () => requestKey(program),
      () => call('GET', `${url}/health`),
    ];
    await Promise.all(later.map(expectUnavailableAtOnce));
    const started = performance.now();
    for (let i = 0; i < REQUESTS; i++) {
      const signIn = await call('POST', `${url}/admin/token`, {
        form: { username: 'a@b.test', password: 'secret' },
      });
      expect(signIn.status).toBe(503);
    }
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    for (const path of ['report', 'owner/a-token']) {
      const { status, html } = await sendForm(`${url}/b/loon-bakery/${path}`, {
        about: 'phone',
        correction: 'It is 218-555-0100.',
        source: 'I called.',
        token: await tokenOfAge(pool, 'report', 60_000),
      });
      expect([status, Object.keys(problemsIn(html))]).toEqual([503, ['']]);
      expect(html).toContain('It is 218-555-0100.');
    }

    proxy.isSilent = false;
    await eventually(() => isServed('limit=6'));
    expect((await readiness())[0]).toBe(200);
    expect(outages()).toEqual([
      expect.stringContaining('The database does not respond'),
      expect.stringContaining('The database is available again'),
    ]);
  });

  it('has its dead connections replaced while new ones work', async () => {
    await Promise.all(keys.map((key, i) => read(`limit=${10 + i}`, key)));
    const before = outages();
    proxy.forgetConnections();
    await Promise.all(keys.map((key, i) => read(`limit=${20 + i}`, key)));
    // Until each pool has noticed, a request may wait for a read on another dead connection.
    await eventually(async () => {
      for (let i = 0; i < 20; i++) if (!(await isServed(`limit=${40 + i}`))) return false;
      return true;
    }, 60_000);
    expect(outages()).toEqual(before);
  });

  it('lets the program stop', async () => {
    expect(await stopped).toBeLessThan(20_000);
  });
});
