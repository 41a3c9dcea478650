import type { IssuedKey } from '../support/keys.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('the audit log', () => {
  const { program, pool, token, admin, issueKey } = useDirectory();
  let key: IssuedKey;

  beforeAll(async () => {
    key = await issueKey();
    await admin('POST', `keys/${key.keyId}/revoke`, { reason: 'Leaked.' });
  });

  const audit = (filter = '') => admin('GET', `audit${filter}`);

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
    await expect(pool.query(sql)).rejects.toThrow('append-only');
  });
});
