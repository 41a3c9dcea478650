import { requestToken, signIn } from '../support/admin.ts';
import { call } from '../support/http.ts';
import { useDirectory } from '../support/use-directory.ts';

const FORMER = 'the former password';

describe('sessions', () => {
  const { program, token } = useDirectory();

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
});
