import { signIn } from '../support/admin.ts';
import { onAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { KeyAdmin } from '../support/key-admin.ts';
import { issueKey, type IssuedKey } from '../support/keys.ts';
import { ADMIN, type Program, startProgram } from '../support/program.ts';
import { query } from '../support/query.ts';

onAnyDatabase('the audit log', (create) => {
  let database: TestDatabase;
  let program: Program;
  let token: string;
  let key: IssuedKey;

  beforeAll(async () => {
    database = await create();
    program = await startProgram(database.env);
    token = await signIn(program);
    key = await issueKey(program, database);
    const admin = new KeyAdmin(program, token);
    await admin.patch(key.keyId, { limitPerHour: 5 });
    await admin.do('rotate', key.keyId);
    await admin.do('suspend', key.keyId, { reason: 'A question.' });
    await admin.do('resume', key.keyId);
    await admin.do('revoke', key.keyId, { reason: 'Leaked.' });
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  const audit = (filter = '') => call('GET', `${program.url}/admin/audit${filter}`, { token });
  const actions = async (filter: string) =>
    (await audit(filter)).body.data.map(({ action }: any) => action);

  it('records who changed what, from where, with the values before and after', async () => {
    const { body } = await audit(`?subjectId=${key.keyId}&action=key.revoke`);
    expect(body.data).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        admin: expect.objectContaining({ email: ADMIN.email }),
        operator: null,
        address: '127.0.0.0/24',
        action: 'key.revoke',
        subject: 'key',
        subjectId: key.keyId,
        subjectName: expect.any(String),
        subjectEmail: key.email,
        subjectStart: expect.stringMatching(/^mnbd_\w{5}$/),
        before: { state: 'active', reason: null },
        after: { state: 'revoked', reason: 'Leaked.' },
      },
    ]);
  });

  it('lists every action, newest first', async () => {
    expect(await actions(`?subjectId=${key.keyId}`)).toEqual([
      'key.revoke',
      'key.resume',
      'key.suspend',
      'key.rotate',
      'key.change',
    ]);
    expect(await actions('?subject=key-request')).toEqual(['key-request.approve']);
    expect(await actions('?action=admin.sign-in')).toHaveLength(2);
    expect(await actions('?kind=sign-ins')).toEqual(['admin.sign-in', 'admin.sign-in']);
    expect(await actions('?kind=changes')).not.toContain('admin.sign-in');
  });

  it('is available as CSV, up to a maximum length', async () => {
    const answer = await fetch(`${program.url}/admin/audit?kind=changes`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-total-count': String(lines.length - 1),
    });
    expect(lines[0]).toMatch(/^at,admin,operator,address,action,subject,subjectId,subjectName,/);
    expect(lines[1]).toContain(`key.revoke,key,${key.keyId},`);
    expect(lines[1]).toContain('"{""state"":""revoked"",""reason"":""Leaked.""}"');
    expect((await audit('?limit=101')).status).toBe(400);
    expect((await audit('?limit=10001&format=csv')).status).toBe(400);
    expect((await audit('?format=xml')).status).toBe(400);
  });

  it.each([
    'UPDATE audit_entries SET action = NULL',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('cannot be changed: %s', async (sql) => {
    await expect(query(database, sql)).rejects.toThrow('append-only');
  });
});
