import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually, eventuallyPrints } from '../support/eventually.ts';
import { type ProgramProcess, startProcess } from '../support/program-process.ts';
import { describeWithRedis, RedisServer } from '../support/redis-server.ts';
import { TestCertificate } from '../support/test-certificate.ts';

describeWithRedis('a rate limit store over TLS', () => {
  let certificate: TestCertificate;
  let redis: RedisServer;
  let database: TestDatabase;
  let program: ProgramProcess | undefined;

  beforeAll(async () => {
    certificate = new TestCertificate();
    redis = await RedisServer.start(certificate);
    database = await createAnyDatabase();
  });
  afterEach(() => program?.stop());
  afterAll(async () => {
    await database.drop();
    await redis.kill();
    certificate.remove();
  });

  const start = async (env: Record<string, string>) =>
    (program = await startProcess({ ...database.env, REDIS_URL: redis.url, ...env }));
  const storeState = async () => {
    const response = await fetch(`${program!.url}/health/ready`);
    return ((await response.json()) as { rateLimit: string }).rateLimit;
  };

  it('is used if its authority is trusted', async () => {
    await start({ NODE_EXTRA_CA_CERTS: certificate.authorityFile });
    await eventually(async () => (await storeState()) === 'ok');
  });

  it('is refused if its authority is unknown, and the log states why', async () => {
    await start({});
    expect(await storeState()).toBe('degraded');
    await eventuallyPrints(program!, /its certificate is not trusted/);
  });
});
