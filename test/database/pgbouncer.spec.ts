import { SystemClock } from '#libs/config/src/clock.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { checkDatabase } from '../../apps/cli/src/doctor/check-database.js';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { requestKey } from '../support/keys.ts';
import { describeWithPgBouncer, PgBouncer } from '../support/pgbouncer.ts';
import { startProgram } from '../support/program.ts';
import { runUntilExit } from '../support/program-process.ts';

const IGNORED = { ignore_startup_parameters: 'statement_timeout,options' };

describeWithPgBouncer('PgBouncer', () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;

  beforeEach(async () => {
    database = await createDatabase('PostgreSQL');
  });
  afterEach(async () => {
    await bouncer.stop();
    await database.drop();
  });

  const start = async (settings: Record<string, string>) => {
    bouncer = await PgBouncer.start(database.env.DATABASE_URL!, settings);
    return { ...database.env, DATABASE_URL: bouncer.url };
  };

  it.each([
    ['one session', { default_pool_size: '1' }],
    ['two sessions in turn', { server_round_robin: '1', min_pool_size: '2' }],
    ['three sessions in turn', { server_round_robin: '1', min_pool_size: '3' }],
  ])('in transaction mode with %s is refused by the start and doctor', async (_, settings) => {
    const env = await start({ pool_mode: 'transaction', ...IGNORED, ...settings });
    const environment = loadEnvironment(env);
    const advice = /pool_mode = session in PgBouncer/;
    await expect(openDatabase(environment, SERVER)).rejects.toThrow(advice);
    expect(await checkDatabase(environment, new SystemClock())).toMatchObject([
      { state: 'problem', finding: expect.stringMatching(advice) },
    ]);
  });

  it('is refused in one sentence if it does not accept the startup parameters', async () => {
    const { code, output } = await runUntilExit(await start({ pool_mode: 'session' }));
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot use the database .*: unsupported startup parameter.*\.\n$/);
  });

  it('in session mode serves reads and writes', async () => {
    const program = await startProgram(
      await start({ pool_mode: 'session', ...IGNORED, default_pool_size: '40' }),
    );
    expect((await requestKey(program)).status).toBe(201);
    expect((await fetch(`${program.url}/search?q=bakery`)).status).toBe(200);
    await program.stop();
  });
});
