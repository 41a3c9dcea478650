import { expectDocumented } from '../support/contract.ts';
import { call } from '../support/http.ts';
import { decide, requestKey, someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('the status link of a key request', () => {
  const { database, program, token } = useDirectory({ TRUST_PROXY: 'true' });

  const submit = async () => {
    const email = someEmail();
    const { body } = await requestKey(program, { email });
    const mail = await mailTo(database.env.DATA_DIR, email, /has arrived/);
    const [, linkToken] = /\S+\/developers\/requests\/([\w-]{43})$/m.exec(mail.text!)!;
    const link = `${program.url}/api/v1/key-requests/status/${linkToken}`;
    return { id: body.data.id as string, email, link };
  };

  it('shows the status without a key or a sign-in', async () => {
    const { id, link } = await submit();
    const pending = await call('GET', link);
    expect([pending.status, pending.body.data]).toEqual([
      200,
      { id, status: 'pending', reason: null, createdAt: expect.any(String), decidedAt: null },
    ]);
    await decide(program, token, id, 'reject', { reason: 'Tell us more.' });
    expect((await call('GET', link)).body.data).toMatchObject({
      status: 'rejected',
      reason: 'Tell us more.',
      decidedAt: expect.any(String),
    });
  });

  it('withdraws the request once; it cannot be decided, and another may be sent', async () => {
    const { id, email, link } = await submit();
    const withdrawn = await call('POST', `${link}/withdraw`);
    expect([withdrawn.status, withdrawn.body.data.status]).toEqual([200, 'withdrawn']);
    const again = await call('POST', `${link}/withdraw`);
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'The request was already withdrawn.',
    ]);
    const decided = await decide(program, token, id, 'approve');
    expect([decided.status, decided.body.error.message]).toEqual([
      409,
      expect.stringContaining('already withdrawn'),
    ]);
    expect((await requestKey(program, { email })).status).toBe(201);
  });

  it('documents the refusal of a malformed body, which it does not need', async () => {
    const url = `${program.url}/api/v1/key-requests/status/${'x'.repeat(43)}/withdraw`;
    const headers = { 'content-type': 'application/json', origin: program.url };
    const answer = await fetch(url, { method: 'POST', headers, body: '{' });
    const body = (await answer.json()) as { error: { code: string } };
    expect([answer.status, body.error.code]).toEqual([400, 'malformed_json']);
    await expectDocumented({ method: 'POST', url, status: 400, headers: answer.headers, body });
  });

  it('withdraws or approves, never both, when both happen simultaneously', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, link } = await submit();
      const answers = await Promise.all([
        call('POST', `${link}/withdraw`),
        decide(program, token, id, 'approve'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it.each(['A'.repeat(43), 'x', `${'A'.repeat(42)}%00`])('returns 404 for %s', async (made) => {
    const url = `${program.url}/api/v1/key-requests/status/${made}`;
    expect((await call('GET', url)).status).toBe(404);
    expect((await call('POST', `${url}/withdraw`)).status).toBe(404);
  });
});
