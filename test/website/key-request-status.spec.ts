import { signIn } from '../support/admin.ts';
import { expectDocumented } from '../support/contract.ts';
import { eventuallyPrints } from '../support/eventually.ts';
import { sendForm } from '../support/forms.ts';
import { call } from '../support/http.ts';
import { decide, requestKey, someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { query } from '../support/query.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

describe('the status of a key request', () => {
  const { database, program } = useDirectoryProcess({ TRUST_PROXY: 'true', LOG_LEVEL: 'trace' });
  let admin: string;

  beforeAll(async () => {
    admin = await signIn(program);
  });

  const linkIn = async (email: string, subject: RegExp) => {
    const mail = await mailTo(database.env.DATA_DIR, email, subject);
    const link = /\S+\/developers\/requests\/[\w-]{43}$/m.exec(mail.text!)![0].trim();
    expect(mail.html).toContain(`href="${link}"`);
    return link;
  };
  const submit = async () => {
    const email = someEmail();
    const { body } = await requestKey(program, { email });
    const link = await linkIn(email, /has arrived/);
    const apiLink = `${program.url}/api/v1/key-requests/status/${link.slice(-43)}`;
    return { id: body.data.id as string, email, link, apiLink };
  };

  it('shows the status and keeps its address private', async () => {
    const { link, id } = await submit();
    const pending = await getPage(link);
    expect([pending.status, pending.heading]).toEqual([200, 'Your key request']);
    expect(pending.html).toContain('waiting for review');
    expect(Object.fromEntries(pending.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(pending.html).toContain('<meta name="robots" content="noindex"');
    expect(await faultsOf(pending.html)).toEqual([]);
    await decide(program, admin, id, 'reject', { reason: 'Say <b>more</b>.' });
    const { html } = await getPage(link);
    expect(html).toContain('Your request was declined.');
    expect(html).toContain('Say &lt;b>more&lt;/b>.');
    expect(html).not.toContain('/withdraw');
    const [, path] = /(\/developers\/requests\/.*)/.exec(link)!;
    expect((await getPage(`${program.url}/es${path}`)).heading).toBe('Su solicitud de clave');
  });

  it('shows the usage of the key as a chart and a table', async () => {
    const { link, id, email } = await submit();
    expect((await fetch(`${link}/usage.svg`)).status).toBe(404);
    expect((await getPage(link)).html).not.toContain('usage.svg');
    const { body } = await decide(program, admin, id, 'approve', { limitPerHour: 1_500 });
    await query(
      database,
      `INSERT INTO key_usage VALUES ($1, date_trunc('hour', now()), 1234, 5, now())`,
      [body.data.keyId],
    );
    const page = await getPage(await linkIn(email, /Your API key/));
    expect(page.html).toContain('Limit: 1,500 per hour.');
    expect(page.html).toContain('<td>1,234</td><td>5</td>');
    expect(await faultsOf(page.html)).toEqual([]);
    const [, path] = /<img src="([^"]+usage\.svg)"/.exec(page.html)!;
    const picture = await fetch(program.url + path!);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(await picture.text()).toContain('1,234 requests were answered and 5 refused');
    const inSpanish = await fetch(`${program.url}/es${path}`);
    expect(await inSpanish.text()).toContain('<title id="title">Uso de su clave');
  });

  it.each([
    ["state = 'suspended'", 'The key is suspended.'],
    ["state = 'revoked'", 'The key was revoked'],
    ['expires_at = now()', 'The key has expired.'],
  ])('shows that the key does not work, with %s', async (change, text) => {
    const { link, id } = await submit();
    const { body } = await decide(program, admin, id, 'approve');
    expect((await getPage(link)).html).not.toContain(text);
    await query(database, `UPDATE api_keys SET ${change} WHERE id = $1`, [body.data.keyId]);
    expect((await getPage(link)).html).toContain(text);
  });

  it('withdraws the request after a confirmation', async () => {
    const { link, email } = await submit();
    const confirmation = await getPage(`${link}/withdraw`);
    expect(confirmation.html).toContain('Yes, withdraw it');
    expect(confirmation.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await faultsOf(confirmation.html)).toEqual([]);
    expect((await getPage(link)).html).toContain('waiting for review');

    const { status, headers } = await sendForm(`${link}/withdraw`, {});
    expect([status, program.url + headers.get('location')]).toEqual([303, link]);
    expect((await getPage(link)).html).toContain('Your request was withdrawn.');
    expect((await requestKey(program, { email })).status).toBe(201);
  });

  it('does not withdraw a decided request and shows the decision', async () => {
    const { link, id } = await submit();
    await decide(program, admin, id, 'approve');
    expect((await sendForm(`${link}/withdraw`, {})).status).toBe(303);
    expect((await getPage(link)).html).toContain('Your request was approved.');
    expect((await getPage(`${link}/withdraw`)).html).not.toContain('Yes, withdraw it');
  });

  it('403: does not withdraw the request from another website', async () => {
    const { link } = await submit();
    const { status } = await sendForm(`${link}/withdraw`, {}, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
    expect((await getPage(link)).html).toContain('waiting for review');
  });

  it.each(['A'.repeat(43), 'x', `${'A'.repeat(42)}%00`, '%3Cpwned%3E'])(
    'returns 404 for %s',
    async (made) => {
      const { status, html, headers } = await getPage(`${program.url}/developers/requests/${made}`);
      expect([status, headers.get('referrer-policy')]).toEqual([404, 'no-referrer']);
      expect(html).toContain('We can’t find this request');
      expect(html).not.toContain('<pwned');
      expect(await faultsOf(html)).toEqual([]);
    },
  );

  it('leaves no trace of the token in the log', async () => {
    const { link } = await submit();
    const token = link.slice(-43);
    await getPage(link);
    // A request aborted before its response, and two invalid ones.
    await fetch(link, { signal: AbortSignal.timeout(1) }).catch(() => undefined);
    await getPage(`${link}%ff`);
    await fetch(link, { method: 'PUT' });
    await sendForm(`${link}/withdraw`, {});
    await eventuallyPrints(program, /\/developers\/requests\/:token/);
    expect(program.output()).not.toContain(token);
  });

  describe('in the API', () => {
    it('shows the status without a key or a sign-in', async () => {
      const { id, apiLink } = await submit();
      const pending = await call('GET', apiLink);
      expect([pending.status, pending.body.data]).toEqual([
        200,
        { id, status: 'pending', reason: null, createdAt: expect.any(String), decidedAt: null },
      ]);
      await decide(program, admin, id, 'reject', { reason: 'Tell us more.' });
      expect((await call('GET', apiLink)).body.data).toMatchObject({
        status: 'rejected',
        reason: 'Tell us more.',
        decidedAt: expect.any(String),
      });
    });

    it('withdraws the request once; it cannot be decided, and another may be sent', async () => {
      const { id, email, apiLink } = await submit();
      const withdrawn = await call('POST', `${apiLink}/withdraw`);
      expect([withdrawn.status, withdrawn.body.data.status]).toEqual([200, 'withdrawn']);
      const again = await call('POST', `${apiLink}/withdraw`);
      expect([again.status, again.body.error.message]).toEqual([
        409,
        'The request was already withdrawn.',
      ]);
      const decided = await decide(program, admin, id, 'approve');
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
        const { id, apiLink } = await submit();
        const answers = await Promise.all([
          call('POST', `${apiLink}/withdraw`),
          decide(program, admin, id, 'approve'),
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
});
