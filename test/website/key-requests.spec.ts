import { randomBytes } from 'node:crypto';
import { expectDocumented } from '../support/contract.ts';
import { eventuallyPrints } from '../support/eventually.ts';
import { problemsIn, sendForm, tokenOfAge } from '../support/forms.ts';
import { call } from '../support/http.ts';
import { decide, requestKey, someEmail } from '../support/keys.ts';
import { mailTo, readOutbox } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

const FORM = 'key-request';
const MINUTE = 60_000;

describe('a key request on the website', () => {
  const { database, program, pool, token } = useDirectoryProcess({
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'trace',
  });

  describe('in the form', () => {
    const fieldsOf = async (fields: Record<string, string> = {}, ageMs = MINUTE) => ({
      name: 'Astrid Lindqvist',
      email: someEmail(),
      organization: '',
      website: '',
      project: 'A map of the cafés along the North Shore.',
      expectedRequestsPerHour: '',
      fax: '',
      token: await tokenOfAge(pool, FORM, ageMs),
      ...fields,
    });
    const someAddress = () => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      sendForm(`${program.url}/developers/request`, fields, { ...someAddress(), ...headers });
    const requestsOf = async (email: string) => {
      const found = await pool.query('SELECT * FROM key_requests WHERE email = $1', [email]);
      return found.rows as Record<string, unknown>[];
    };

    it('303: creates the same request as the API and explains the next step', async () => {
      const fields = await fieldsOf({
        organization: 'North Shore Maps',
        website: 'https://maps.example.org',
        project: 'Line one of a map.\r\nAnd line two of it.',
        expectedRequestsPerHour: ' 500 ',
      });
      const { status, headers } = await send(fields);
      expect([status, headers.get('location')]).toEqual([303, '/developers/request/sent']);
      expect(await requestsOf(fields.email)).toMatchObject([
        {
          name: 'Astrid Lindqvist',
          organization: 'North Shore Maps',
          website: 'https://maps.example.org',
          project: 'Line one of a map.\nAnd line two of it.',
          expected_requests_per_hour: 500,
        },
      ]);
      await mailTo(database.env.DATA_DIR, fields.email, /has arrived/);
      const sent = await getPage(program.url + headers.get('location')!);
      expect([sent.status, sent.heading]).toEqual([200, 'Your request has arrived']);
      expect(sent.html).toContain('If you got one in the last 24 hours, we won’t send another.');
      expect(await faultsOf(sent.html)).toEqual([]);
    });

    it('303: takes a number as the page writes it, and a website without its scheme', async () => {
      const fields = await fieldsOf({
        website: 'example.org/maps',
        expectedRequestsPerHour: '1,000',
      });
      expect((await send(fields)).status).toBe(303);
      expect(await requestsOf(fields.email)).toMatchObject([
        { website: 'https://example.org/maps', expected_requests_per_hour: 1000 },
      ]);
    });

    it('is not cached, and is refused right after it was served', async () => {
      const page = await getPage(`${program.url}/developers/request`);
      expect(page.headers.get('cache-control')).toBe('no-store');
      const [, token] = /name="token" value="([^"]+)"/.exec(page.html)!;
      const { status, html } = await send(await fieldsOf({ token: token! }));
      expect([status, Object.keys(problemsIn(html))]).toEqual([400, ['']]);
      expect(html).toContain(`value="${token}"`);
      expect(await faultsOf(page.html)).toEqual([]);
    });

    it('400: keeps the input and names the fields', async () => {
      const { status, html } = await send(
        await fieldsOf({
          name: '',
          email: 'no <address>',
          website: 'maps',
          project: 'Too "short"',
        }),
      );
      expect(status).toBe(400);
      expect(Object.keys(problemsIn(html))).toEqual(['name', 'email', 'website', 'project']);
      expect(html).toContain('value="no &lt;address>"');
      expect(html).toMatch(
        /<textarea[^>]*aria-invalid="true"[^>]*>Too &quot;short&quot;<\/textarea>/,
      );
      expect(html).toMatch(/id="email"[^>]*aria-describedby="email-hint email-error"/);
      expect(html).toContain('<title>Problem: Request an API key');
      expect(await faultsOf(html)).toEqual([]);
      const spanish = await sendForm(
        `${program.url}/es/developers/request`,
        await fieldsOf({ name: '' }),
        someAddress(),
      );
      expect(Object.values(problemsIn(spanish.html))).toEqual([expect.stringMatching(/^Escriba/)]);
    });

    it.each([
      ['name', 'Ada\u202eecnalP', /U\+202E/],
      ['name', 'Eve\r\nBcc: stolen@elsewhere.test', /U\+000D/],
      ['email', 'a@example.org\r\nBcc: stolen@elsewhere.test', /./],
      ['website', 'javascript:alert(1)', /./],
      ['project', 'x'.repeat(10_000), /4,000 characters/],
      ['expectedRequestsPerHour', '1.5', /whole number/],
      ['website', 'ada@example.org', /./],
    ])('400: names %s when it is %j', async (field, value, message) => {
      const { status, html } = await send(await fieldsOf({ [field]: value }));
      expect([status, problemsIn(html)]).toEqual([
        400,
        { [field]: expect.stringMatching(message) },
      ]);
      const mails = await readOutbox(database.env.DATA_DIR);
      expect(JSON.stringify(mails)).not.toContain('elsewhere.test');
    });

    it('413: reads no more than a form can contain', async () => {
      const { status, html } = await send(await fieldsOf({ project: 'x'.repeat(66_000) }));
      expect(status).toBe(413);
      expect(html).toContain('Go back and shorten your text.');
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, '']));
      expect((await send(many)).status).toBe(400);
    });

    it('400: accepts a token once, even from simultaneous requests', async () => {
      const token = await tokenOfAge(pool, FORM, MINUTE);
      const all = await Promise.all(Array.from({ length: 5 }, () => fieldsOf({ token })));
      const answers = await Promise.all(all.map((fields) => send(fields)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
      expect((await send(await fieldsOf({ token }))).status).toBe(400);
    });

    it('409: is refused for an address with a pending request, and can be sent again', async () => {
      const email = someEmail();
      await requestKey(program, { email });
      const fields = await fieldsOf({ email });
      const { status, html } = await send(fields);
      expect([status, Object.keys(problemsIn(html))]).toEqual([409, ['email']]);
      expect((await send({ ...fields, email: someEmail() })).status).toBe(303);
    });

    it('429: shares the limit of five requests an hour per address with the API', async () => {
      const from = someAddress();
      for (let i = 0; i < 4; i++) expect((await send(await fieldsOf(), from)).status).toBe(303);
      const url = `${program.url}/api/v1/key-requests`;
      const { name, email, project } = await fieldsOf();
      const headers = { ...from, 'content-type': 'application/json' };
      const body = JSON.stringify({ name, email, project });
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
      const refused = await send(await fieldsOf(), from);
      expect([refused.status, problemsIn(refused.html)]).toEqual([
        429,
        { '': expect.stringMatching(/in 60 minutes/) },
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    });
  });

  describe('at the address of its status', () => {
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
      await decide(program, token, id, 'reject', { reason: 'Say <b>more</b>.' });
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
      const { body } = await decide(program, token, id, 'approve', { limitPerHour: 1_500 });
      await pool.query(
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
      const { body } = await decide(program, token, id, 'approve');
      expect((await getPage(link)).html).not.toContain(text);
      await pool.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [body.data.keyId]);
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
      await decide(program, token, id, 'approve');
      expect((await sendForm(`${link}/withdraw`, {})).status).toBe(303);
      expect((await getPage(link)).html).toContain('Your request was approved.');
      expect((await getPage(`${link}/withdraw`)).html).not.toContain('Yes, withdraw it');
    });

    it('withdraws the request for a browser that hides its origin, as over plain HTTP', async () => {
      const { link } = await submit();
      expect((await sendForm(`${link}/withdraw`, {}, { origin: 'null' })).status).toBe(303);
      expect((await getPage(link)).html).not.toContain('waiting for review');
    });

    it.each(['A'.repeat(43), 'x', `${'A'.repeat(42)}%00`, '%3Cpwned%3E'])(
      'returns 404 for %s',
      async (made) => {
        const { status, html, headers } = await getPage(
          `${program.url}/developers/requests/${made}`,
        );
        expect([status, headers.get('referrer-policy')]).toEqual([404, 'no-referrer']);
        expect(html).toContain('We can’t find this request');
        expect(html).not.toContain('<pwned');
        expect(await faultsOf(html)).toEqual([]);
      },
    );

    it('leaves no trace of the token in the log', async () => {
      const { link } = await submit();
      const secret = link.slice(-43);
      await getPage(link);
      // A request aborted before its response, and two invalid ones.
      await fetch(link, { signal: AbortSignal.timeout(1) }).catch(() => undefined);
      await getPage(`${link}%ff`);
      await fetch(link, { method: 'PUT' });
      await sendForm(`${link}/withdraw`, {});
      await eventuallyPrints(program, /\/developers\/requests\/:token/);
      expect(program.output()).not.toContain(secret);
    });

    describe('in the API', () => {
      it('shows the status without a key or a sign-in', async () => {
        const { id, apiLink } = await submit();
        const pending = await call('GET', apiLink);
        expect([pending.status, pending.body.data]).toEqual([
          200,
          { id, status: 'pending', reason: null, createdAt: expect.any(String), decidedAt: null },
        ]);
        await decide(program, token, id, 'reject', { reason: 'Tell us more.' });
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
          const { id, apiLink } = await submit();
          const answers = await Promise.all([
            call('POST', `${apiLink}/withdraw`),
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
  });
});
