import { requestToken, signIn } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import { call } from '../support/http.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

const FORMER = 'the former password';
const SOLVEIG = { email: 'solveig@directory.test', password: 'the second password' };

describe('admin accounts', () => {
  const { database, program, token } = useDirectory();
  let id: string;

  beforeAll(async () => {
    const { status, body } = await admins('POST', '', { ...SOLVEIG, name: 'Solveig Dahl' });
    expect(status).toBe(201);
    id = body.data.id;
  });

  const admins = (method: string, path: string, json?: unknown, as = token) =>
    call(method, `${program.url}/admin/admins${path}`, { token: as, json });
  const cli = (...args: string[]) => runCli(database.env, 'admins', ...args);

  it('are listed with their names and without their passwords', async () => {
    const { body } = await admins('GET', '');
    expect(body.data).toEqual([
      expect.objectContaining({ email: ADMIN.email, disabledAt: null }),
      {
        id,
        email: SOLVEIG.email,
        name: 'Solveig Dahl',
        createdAt: expect.any(String),
        disabledAt: null,
      },
    ]);
    expect((await requestToken(program, SOLVEIG)).status).toBe(200);
  });

  it('are in the audit log, which is also available as CSV of up to 10,000 entries', async () => {
    const audit = (query: string, accept = 'application/json') =>
      fetch(`${program.url}/admin/audit?${query}`, {
        headers: { authorization: `Bearer ${token}`, accept },
      });
    const answer = await audit('kind=changes', 'text/csv');
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-total-count': String(lines.length - 1),
    });
    expect(lines[0]).toMatch(/^at,admin,operator,address,action,subject,subjectId,subjectName,/);
    const added = `${ADMIN.email},,127.0.0.0/24,admin.add,admin,${id},Solveig Dahl,${SOLVEIG.email},`;
    expect(lines[1]).toContain(added);
    expect(lines[1]).toContain('"{""name"":""Solveig Dahl"",""email"":');
    for (const wrong of ['limit=101', 'limit=10001&format=csv', 'format=xml']) {
      expect((await audit(wrong)).status).toBe(400);
    }
  });

  it('cannot share an email address (409)', async () => {
    const { status, body } = await admins('POST', '', { ...SOLVEIG, name: 'Another' });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
  });

  it.each([
    [{ email: 'x', name: 'X', password: 'long enough then' }, 'email'],
    [{ email: 'x@example.org', name: '', password: 'long enough then' }, 'name'],
    [{ email: 'x@example.org', name: 'X', password: 'password1234' }, 'password'],
  ])('are rejected with 400, naming the invalid field: %j', async (json, field) => {
    const { status, body } = await admins('POST', '', json);
    expect([status, body.error.details[0].field]).toEqual([400, field]);
  });

  it('list their sessions and can be signed out everywhere', async () => {
    const hers = await signIn(program, SOLVEIG);
    const { body } = await admins('GET', `/${id}/sessions`, undefined, hers);
    expect(body.data[0]).toMatchObject({ address: '127.0.0.0/24', current: true });
    expect(body.data[1].current).toBe(false);
    expect((await admins('DELETE', `/${id}/sessions`)).status).toBe(204);
    expect((await admins('GET', '', undefined, hers)).status).toBe(401);
    expect((await admins('GET', `/${id}/sessions`)).body.data).toEqual([]);
  });

  it('can be managed on the command line while the server runs', async () => {
    const added = await cli('add', 'Nils@directory.test', 'Nils Berg');
    const password = /nils@directory\.test {2}(\S+)/.exec(added.stdout)![1]!;
    const nils = { email: 'nils@directory.test', password };
    const his = await signIn(program, nils);

    expect((await cli('list')).stdout).toMatch(/nils@directory\.test +Nils Berg/);
    expect((await cli('sign-out', nils.email)).code).toBe(0);
    expect((await admins('GET', '', undefined, his)).status).toBe(401);

    const reset = await cli('reset-password', nils.email);
    expect((await requestToken(program, nils)).status).toBe(400);
    nils.password = /nils@directory\.test {2}(\S+)/.exec(reset.stdout)![1]!;
    expect((await requestToken(program, nils)).status).toBe(200);

    expect((await cli('disable', nils.email)).stdout).toContain('was disabled');
    expect((await requestToken(program, nils)).status).toBe(400);
    expect((await cli('enable', nils.email)).stdout).toContain('was enabled');

    const [unnamed, unknown] = await Promise.all([
      cli('add', 'solveig@directory.test', ' '),
      cli('disable', 'nobody@directory.test'),
    ]);
    expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringMatching(/^name must/)]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'No admin has the email address nobody@directory.test.\n',
    ]);
  });

  describe('have sessions that', () => {
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

    it('do not outlive a password reset during which they were opened', async () => {
      const email = 'reset@directory.test';
      const id = await addAdmin(email);
      const password = 'the password since';
      const countValid = await signInBeside(email, () =>
        admins('POST', `/${id}/password`, { password }),
      );
      expect(await countValid()).toBe(0);
      expect((await requestToken(program, { email, password })).status).toBe(200);
    });

    it('do not revive when an account is enabled that was disabled as they were opened', async () => {
      const email = 'disabled@directory.test';
      const id = await addAdmin(email);
      const countValid = await signInBeside(email, () => admins('POST', `/${id}/disable`));
      expect(await countValid()).toBe(0);
      expect((await admins('POST', `/${id}/enable`)).body.data.disabledAt).toBeNull();
      expect(await countValid()).toBe(0);
      expect((await requestToken(program, { email, password: FORMER })).status).toBe(200);
    });
  });
});
