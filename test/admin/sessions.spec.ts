import { AdminsRepository } from '#libs/admin/src/accounts/admins.repository.js';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { SessionsRepository } from '#libs/admin/src/sessions/sessions.repository.js';
import { SessionsService } from '#libs/admin/src/sessions/sessions.service.js';
import { Database } from '#libs/database/src/database.js';
import { embeddedConnection } from '#libs/database/src/embedded/embedded-connection.js';
import { requestToken, signIn } from '../support/admin.ts';
import { onAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type Program, startProgram } from '../support/program.ts';

const SESSION_SECONDS = 8 * 3600;
const FORMER = 'the former password';

onAnyDatabase('sessions', (create) => {
  let database: TestDatabase;
  let program: Program;
  let token: string;

  beforeAll(async () => {
    database = await create();
    program = await startProgram(database.env);
    token = await signIn(program);
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  const admins = (method: string, path: string, json?: unknown, as = token) =>
    call(method, `${program.url}/admin/admins${path}`, { token: as, json });

  /** Adds an admin who has signed in from this network, so that only the address limit applies. */
  const addAdmin = async (email: string) => {
    const { status, body } = await admins('POST', '', { email, name: 'X', password: FORMER });
    expect(status).toBe(201);
    await signIn(program, { email, password: FORMER });
    return body.data.id as string;
  };
  /** Signs in 10 times during `work` and counts the tokens that are valid afterwards. */
  const signInBeside = async (email: string, work: () => Promise<unknown>) => {
    const signIns = Array.from({ length: 10 }, () =>
      requestToken(program, { email, password: FORMER }),
    );
    await Promise.all([Promise.any(signIns), work()]);
    const answers = await Promise.all(signIns);
    const tokens = answers.flatMap(({ body }) => body.access_token ?? []);
    return async () => {
      const uses = await Promise.all(tokens.map((used) => admins('GET', '', undefined, used)));
      return uses.filter(({ status }) => status === 200).length;
    };
  };

  it('opened during a password reset do not outlive it', async () => {
    const email = 'reset@directory.test';
    const id = await addAdmin(email);
    const password = 'the password since';
    const countValid = await signInBeside(email, () =>
      admins('POST', `/${id}/password`, { password }),
    );
    expect(await countValid()).toBe(0);
    expect((await requestToken(program, { email, password })).status).toBe(200);
  });

  it('opened while an account is disabled do not revive when it is enabled', async () => {
    const email = 'disabled@directory.test';
    const id = await addAdmin(email);
    const countValid = await signInBeside(email, () => admins('POST', `/${id}/disable`));
    expect(await countValid()).toBe(0);
    expect((await admins('POST', `/${id}/enable`)).status).toBe(200);
    expect(await countValid()).toBe(0);
    expect((await requestToken(program, { email, password: FORMER })).status).toBe(200);
  });

  describe('over time', () => {
    const clock = new ManualClock();
    let connection: Database;
    let sessions: SessionsService;
    let account: { id: string; passwordHash: string };

    beforeAll(async () => {
      const { DATABASE_URL, DATA_DIR } = database.env;
      connection = await Database.connect(
        DATABASE_URL ? { connectionString: DATABASE_URL } : await embeddedConnection(DATA_DIR),
      );
      sessions = new SessionsService(
        connection,
        new SessionsRepository(connection),
        new AdminsRepository(connection),
        clock,
        new AuditService(new AuditRepository(connection), clock),
      );
      account = await connection.admin.create({
        data: { email: 'clock@directory.test', name: 'X', passwordHash: 'the hash' },
      });
    });
    afterAll(() => connection.close());

    const open = async (passwordHash = account.passwordHash) =>
      sessions.open({ id: account.id, passwordHash }, '192.0.2.1');

    it('last eight hours and are deleted by the next sign-in', async () => {
      const opened = (await open())!;
      clock.advance(SESSION_SECONDS * 1000 - 1);
      expect(await sessions.find(opened, '192.0.2.1')).toMatchObject({ id: account.id });
      clock.advance(1);
      expect(await sessions.find(opened, '192.0.2.1')).toBeUndefined();
      expect(await sessions.list(account.id)).toEqual([]);
      await open();
      expect(await connection.adminSession.count({ where: { adminId: account.id } })).toBe(1);
    });

    it('are not opened with a former password', async () => {
      expect(await open('a former hash')).toBeUndefined();
    });

    it('are not opened for a disabled account', async () => {
      const where = { id: account.id };
      await connection.admin.update({ where, data: { disabledAt: clock.now() } });
      expect(await open()).toBeUndefined();
    });
  });
});
