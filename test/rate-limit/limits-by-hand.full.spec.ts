import { runCli } from '../support/cli.ts';
import { describeWithServers } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { RedisServer } from '../support/redis-server.ts';
import { useDirectory } from '../support/use-directory.ts';

const ADDRESS = '192.0.2.7';

/** Starts a program with a key for three requests an hour, and manages its limits. */
function useLimits(settings: () => Promise<Record<string, string>> = async () => ({})) {
  let env: Record<string, string>;
  let keyId = '';
  const directory = useDirectory(async (database) => {
    env = { ...database.env, TRUST_PROXY: 'true', ...(await settings()) };
    return env;
  });
  const { pool, api, admin } = directory;

  beforeAll(async () => {
    const { rows } = await pool.query('UPDATE api_keys SET limit_per_hour = 3 RETURNING id');
    keyId = rows[0].id;
  });

  const use = async () => (await api('businesses')).status;
  return {
    ...directory,
    use,
    keyId: () => keyId,
    useUp: async () => {
      while ((await use()) === 200);
      expect(await use()).toBe(429);
    },
    keyWindow: async () => (await admin('GET', `keys/${keyId}/limit`)).body.data[0],
    clear: () => admin('POST', `keys/${keyId}/limit/clear`),
    mnbd: (...args: string[]) => runCli(env, '--as', 'Olga', 'limits', ...args),
    clearOnStandby: () => {
      const url = new URL(env.DATABASE_URL!);
      url.searchParams.set('options', '-c default_transaction_read_only=on');
      return runCli({ ...env, DATABASE_URL: url.href }, 'limits', 'clear', keyId);
    },
  };
}

describe('limits counted in memory', () => {
  const limits = useLimits();
  const { pool, key, admin } = limits;

  it('are shown to admins and cleared by the API at once, which is audited', async () => {
    expect(await limits.keyWindow()).toEqual({
      budget: 'key',
      of: limits.keyId(),
      limit: 3,
      windowSeconds: 3600,
      used: 0,
      remaining: 3,
      resetsAt: null,
    });
    await limits.useUp();
    expect(await limits.keyWindow()).toMatchObject({ used: 3, remaining: 0 });
    const cleared = await limits.clear();
    expect(cleared.body.data[0]).toMatchObject({ used: 3 });
    expect(await limits.use()).toBe(200);
    expect(await limits.keyWindow()).toMatchObject({ used: 1, remaining: 2 });
    const { body } = await admin('GET', 'audit?action=limit.clear');
    expect(body.data[0]).toMatchObject({ subject: 'key', before: { used: { key: 3 } } });
  });

  it('are cleared on the command line by the running server', async () => {
    await limits.useUp();
    const start = key.slice(0, 10);
    await eventually(async () => {
      const saved = 'SELECT 1 FROM rate_limit_windows WHERE bucket LIKE $1 AND count = 3';
      return (await pool.query(saved, [`%${limits.keyId()}`])).rows[0];
    });
    const shown = JSON.parse((await limits.mnbd('show', start, '--json')).stdout);
    expect(shown[0]).toMatchObject({ used: 3, remaining: 0 });
    const { code, stdout } = await limits.mnbd('clear', key);
    expect([code, stdout]).toEqual([
      0,
      `${start}…: cleared (key: 3 of 3). The server has applied the reset.\n`,
    ]);
    expect(await limits.use()).toBe(200);
    const { body } = await admin('GET', 'audit?action=limit.clear');
    expect(body.data[0]).toMatchObject({ operator: 'Olga', subjectId: limits.keyId() });
    const refused = await limits.mnbd('clear', 'mnbd_zzzzz', ADDRESS);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('No key matches mnbd_zzzzz');
    expect(refused.stdout).toContain(`${ADDRESS}: cleared`);
  });

  it('stay cleared when the server restarts', async () => {
    await limits.useUp();
    await limits.restart(async ({ stop }) => {
      await stop();
      const { stdout } = await limits.mnbd('clear', limits.keyId());
      expect(stdout).toContain(
        'No server is running with these settings. The next one will start from zero.',
      );
      expect((await limits.mnbd('show', limits.keyId())).stdout).toMatch(/ 3 +0 +3$/m);
    });
    expect(await limits.use()).toBe(200);
  });
});

describeWithServers('limits counted in Redis', () => {
  let redis: RedisServer;
  const limits = useLimits(async () => {
    redis = await RedisServer.start();
    return { REDIS_URL: redis.url };
  });
  afterAll(() => redis.kill());

  it('are cleared by the API and on the command line, unless the store is down', async () => {
    await limits.useUp();
    await limits.clear();
    expect(await limits.use()).toBe(200);
    await limits.useUp();
    const { stdout } = await limits.mnbd('clear', limits.keyId());
    expect(stdout).toContain('cleared (key: 3 of 3). The reset applies to all processes.');
    expect(await limits.use()).toBe(200);

    expect((await limits.clearOnStandby()).stderr).toBe(
      'The database is read-only. Set DATABASE_URL to the primary.\n',
    );
    await redis.kill();
    const { code, stderr } = await limits.mnbd('clear', limits.keyId());
    expect([code, stderr]).toEqual([1, expect.stringContaining('nobody listens there')]);
    const refused = await limits.clear();
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
  });
});
