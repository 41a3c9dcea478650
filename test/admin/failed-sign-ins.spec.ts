import { call } from '../support/http.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('failed sign-ins', () => {
  // Lets every request set its client address.
  const { program, admin } = useDirectory({ TRUST_PROXY: 'true' });

  const fail = async (email: string, address: string) => {
    const { status } = await call('POST', `${program.url}/admin/token`, {
      form: { username: email, password: 'wrong horse battery' },
      headers: { 'x-forwarded-for': address },
    });
    expect(status).toBe(400);
  };
  const recorded = async () =>
    (await admin('GET', 'audit?action=admin.sign-in-failed&limit=100')).body.data;

  it('are audited with account and network, without an admin', async () => {
    await fail(ADMIN.email, '192.0.2.1');
    await fail(ADMIN.email, '198.51.100.2');
    const [account] = (await admin('GET', 'admins')).body.data;
    expect(await recorded()).toEqual(
      ['198.51.100.0/24', '192.0.2.0/24'].map((address, i) => ({
        id: expect.any(String),
        at: expect.any(String),
        admin: null,
        operator: null,
        address,
        action: 'admin.sign-in-failed',
        subject: 'admin',
        subjectId: account.id,
        subjectName: account.name,
        subjectEmail: account.email,
        subjectStart: null,
        before: null,
        after: { failuresThisHour: 2 - i, account: 'enabled' },
      })),
    );
  });

  it('leave none of their input in the audit log', async () => {
    await fail('typed@directory.test', '198.51.100.3');
    const [entry] = await recorded();
    expect(entry).toMatchObject({ subjectId: null, after: { account: 'none' } });
    expect(JSON.stringify(entry)).not.toContain('typed');
  });
});
