import { signIn } from '../support/admin.ts';
import { onAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { ADMIN, type Program, startProgram } from '../support/program.ts';

onAnyDatabase('failed sign-ins', (create) => {
  let database: TestDatabase;
  let program: Program;
  let token: string;

  beforeAll(async () => {
    database = await create();
    // Lets every request set its client address.
    program = await startProgram({ ...database.env, TRUST_PROXY: 'true' });
    token = await signIn(program);
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  const fail = async (email: string, address: string) => {
    const { status } = await call('POST', `${program.url}/admin/token`, {
      form: { username: email, password: 'wrong horse battery' },
      headers: { 'x-forwarded-for': address },
    });
    expect(status).toBe(400);
  };
  const recorded = async () => {
    const url = `${program.url}/admin/audit?action=admin.sign-in-failed&limit=100`;
    return (await call('GET', url, { token })).body.data;
  };

  it('are audited with account and network, without an admin', async () => {
    await fail(ADMIN.email, '192.0.2.1');
    await fail(ADMIN.email, '198.51.100.2');
    const [admin] = (await call('GET', `${program.url}/admin/admins`, { token })).body.data;
    expect(await recorded()).toEqual(
      ['198.51.100.0/24', '192.0.2.0/24'].map((address, i) => ({
        id: expect.any(String),
        at: expect.any(String),
        admin: null,
        operator: null,
        address,
        action: 'admin.sign-in-failed',
        subject: 'admin',
        subjectId: admin.id,
        subjectName: admin.name,
        subjectEmail: admin.email,
        subjectStart: null,
        before: null,
        after: { failuresThisHour: 2 - i, account: 'enabled' },
      })),
    );
  });

  it('cannot flood the audit log and leave none of their input in it', async () => {
    for (let i = 0; i < 25; i++) {
      await fail(`typed-${i}@directory.test`, `198.51.100.${i}`);
    }
    const entries = (await recorded()).filter(({ subjectId }: any) => subjectId === null);
    expect(entries.map(({ after }: any) => after.failuresThisHour)).toEqual([
      20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(entries[0].after.account).toBe('none');
    expect(JSON.stringify(entries)).not.toContain('typed');
  });
});
