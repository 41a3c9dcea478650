import type { PoolClient } from 'pg';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, expectUnavailable, metricOf } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

describeOnPostgres('reads that wait for PostgreSQL', () => {
  const CONNECTIONS = 10;
  const LONGEST_QUEUE = 500;
  const TOO_MANY = 40;
  const AT_ONCE = 20;
  const READS = CONNECTIONS + LONGEST_QUEUE + TOO_MANY;
  let holder: PoolClient;
  afterAll(() => holder.release(true));
  const { program, pool, api } = useDirectoryProcess({}, () => createDatabase('PostgreSQL'));

  beforeAll(async () => {
    holder = await pool.connect();
  });

  /** Reads a list that shares its query with no other read. */
  const read = (last: number) => {
    const id = `0197c1d4-5f0a-7c3e-9d52-${String(last).padStart(12, '0')}`;
    return api(`businesses?ids=${id}`);
  };

  const health = (name: string) => call('GET', `${program.url}/health${name}`);
  /** Sends requests without waiting for their answers, yet not so fast that the event loop stalls. */
  const send = async (request: (i: number) => Promise<Answer>) => {
    const answers: Promise<Answer>[] = [];
    while (answers.length < READS) {
      answers.push(request(answers.length));
      if (answers.length % AT_ONCE === 0) await health('/live');
    }
    return answers;
  };

  it('are refused at once beyond their limit, while other requests succeed', async () => {
    await eventually(async () => (await health('/ready')).status === 200);
    // All reads must arrive before the first one times out, so connections are opened beforehand.
    await Promise.all(await send(() => api('rate-limit')));
    await holder.query('BEGIN; LOCK TABLE businesses IN ACCESS EXCLUSIVE MODE');
    let answered = 0;
    const reads = await send((i) => read(i).finally(() => answered++));

    await Promise.race(reads);
    const fresh = await insertKey(pool);
    const others = await Promise.all([
      health(''),
      health('/ready'),
      call('GET', `${program.url}/api/v1/rate-limit`, { key: fresh.text }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    // The other reads are still waiting for their deadline, so neither the refused reads nor these
    // requests waited for it.
    expect(answered).toBeLessThan(CONNECTIONS + LONGEST_QUEUE);

    for (const answer of await Promise.all(reads)) expectUnavailable(answer);
    await holder.query('ROLLBACK');
    expect((await read(0)).status).toBe(200);
    const refused = await metricOf(program, 'http_requests_shed_total{bottleneck="database"}');
    expect(refused).toBe(TOO_MANY);
  });
});
