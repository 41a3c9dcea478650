import { signIn } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import { createAnyDatabase, createDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { type IssuedKey, issueKey } from '../support/keys.ts';
import { type Program, startProgram } from '../support/program.ts';
import { query } from '../support/query.ts';
import { describeWithRedis, RedisServer } from '../support/redis-server.ts';

const ADDRESS = '192.0.2.7';

/** A running program and the requests to manage its limits. */
class Limits {
  private constructor(
    readonly program: Program,
    readonly env: Record<string, string>,
    readonly key: IssuedKey,
    private readonly token: string,
  ) {}

  static async start(database: TestDatabase, env: Record<string, string> = {}): Promise<Limits> {
    const all = { ...database.env, TRUST_PROXY: 'true', ...env };
    const program = await startProgram(all);
    const key = await issueKey(program, database, { limitPerHour: 3 });
    return new Limits(program, all, key, await signIn(program));
  }

  admin = (method: string, path: string) =>
    call(method, `${this.program.url}/admin${path}`, { token: this.token });
  mnbd = (...args: string[]) => runCli(this.env, '--as', 'Olga', 'limits', ...args);
  use = async () => {
    const url = `${this.program.url}/api/v1/businesses`;
    return (await call('GET', url, { key: this.key.key })).status;
  };
  useUp = async () => {
    while ((await this.use()) === 200);
    expect(await this.use()).toBe(429);
  };
  keyWindow = async () => (await this.admin('GET', `/keys/${this.key.keyId}/limit`)).body.data[0];
}

describe('limits counted in memory', () => {
  let database: TestDatabase;
  let limits: Limits;

  beforeAll(async () => {
    database = await createDatabase('embedded');
    limits = await Limits.start(database);
  });
  afterAll(async () => {
    await limits.program.stop();
    await database.drop();
  });

  it('are shown to admins and cleared by the API at once, which is audited', async () => {
    const { keyId } = limits.key;
    expect(await limits.keyWindow()).toEqual({
      budget: 'key',
      of: keyId,
      limit: 3,
      windowSeconds: 3600,
      used: 0,
      remaining: 3,
      resetsAt: null,
    });
    await limits.useUp();
    expect(await limits.keyWindow()).toMatchObject({ used: 3, remaining: 0 });
    const cleared = await limits.admin('POST', `/keys/${keyId}/limit/clear`);
    expect(cleared.body.data[0]).toMatchObject({ used: 3 });
    expect(await limits.use()).toBe(200);
    expect(await limits.keyWindow()).toMatchObject({ used: 1, remaining: 2 });
    const { body } = await limits.admin('GET', '/audit?action=limit.clear');
    expect(body.data[0]).toMatchObject({ subject: 'key', before: { used: { key: 3 } } });
  });

  it('include the limits of an address', async () => {
    const ask = () =>
      call('GET', `${limits.program.url}/api/v1/businesses`, {
        headers: { 'x-forwarded-for': ADDRESS },
      });
    await ask();
    const path = `/addresses/${ADDRESS}/limit`;
    const api = { budget: 'address', of: ADDRESS, limit: 60 };
    const pages = { budget: 'page', of: ADDRESS, limit: 600 };
    expect((await limits.admin('GET', path)).body.data).toEqual([
      expect.objectContaining({ ...api, used: 1 }),
      expect.objectContaining({ ...pages, used: 0 }),
      expect.objectContaining({ budget: 'file', of: ADDRESS, limit: 6_000 }),
      expect.objectContaining({ budget: 'operator', of: ADDRESS, limit: 6_000 }),
    ]);
    await limits.admin('POST', `${path}/clear`);
    expect((await ask()).headers.get('x-ratelimit-remaining')).toBe('59');
    const ofNetwork = await limits.admin('GET', '/addresses/2001:db8:1:2:3::4/limit');
    expect(ofNetwork.body.data[0].of).toBe('2001:db8:1:2::/64');
    expect((await limits.admin('GET', '/addresses/nobody/limit')).status).toBe(404);
    expect((await limits.admin('POST', '/addresses/192.0.2/limit/clear')).status).toBe(404);
  });

  it('are cleared on the command line by the running server', async () => {
    await limits.useUp();
    const start = limits.key.key.slice(0, 10);
    await eventually(async () => {
      const saved = 'SELECT 1 FROM rate_limit_windows WHERE bucket LIKE $1 AND count = 3';
      return (await query(database, saved, [`%${limits.key.keyId}`]))[0];
    });
    const shown = JSON.parse((await limits.mnbd('show', start, '--json')).stdout);
    expect(shown[0]).toMatchObject({ used: 3, remaining: 0 });
    const { code, stdout } = await limits.mnbd('clear', start);
    expect([code, stdout]).toEqual([
      0,
      `${start}: cleared (key: 3 of 3). The server has applied the reset.\n`,
    ]);
    expect(await limits.use()).toBe(200);
    const { body } = await limits.admin('GET', '/audit?action=limit.clear');
    expect(body.data[0]).toMatchObject({ operator: 'Olga', subjectId: limits.key.keyId });
    const refused = await limits.mnbd('clear', 'mnbd_zzzzz', ADDRESS);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('No key matches mnbd_zzzzz');
    expect(refused.stdout).toContain(`${ADDRESS}: cleared`);
  });

  it('stay cleared when the server restarts', async () => {
    await limits.useUp();
    await limits.program.stop();
    const { stdout } = await limits.mnbd('clear', limits.key.keyId);
    expect(stdout).toContain('No server is running. The next one will start from zero.');
    expect((await limits.mnbd('show', limits.key.keyId)).stdout).toMatch(/ 3 +0 +3$/m);
    limits = Object.assign(limits, { program: await startProgram(limits.env) });
    expect(await limits.use()).toBe(200);
  });
});

describeWithRedis('limits counted in Redis', () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let limits: Limits;

  beforeAll(async () => {
    redis = await RedisServer.start();
    database = await createAnyDatabase();
    limits = await Limits.start(database, { REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await limits.program.stop();
    await database.drop();
    await redis.kill();
  });

  it('are cleared by the API and on the command line, unless the store is down', async () => {
    await limits.useUp();
    await limits.admin('POST', `/keys/${limits.key.keyId}/limit/clear`);
    expect(await limits.use()).toBe(200);
    await limits.useUp();
    const { stdout } = await limits.mnbd('clear', limits.key.keyId);
    expect(stdout).toContain('cleared (key: 3 of 3). The reset applies to all processes.');
    expect(await limits.use()).toBe(200);

    await redis.kill();
    const { code, stderr } = await limits.mnbd('clear', limits.key.keyId);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nobody listens there')]);
    const refused = await limits.admin('POST', `/keys/${limits.key.keyId}/limit/clear`);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
  });
});
