import { randomBytes } from 'node:crypto';
import { problemsIn, sendForm, tokenOfAge } from '../support/forms.ts';
import { requestKey, someEmail } from '../support/keys.ts';
import { mailTo, readOutbox } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

const FORM = 'key-request';
const MINUTE = 60_000;

describe('the key request form', () => {
  const { database, program, pool } = useDirectory({ TRUST_PROXY: 'true' });

  beforeAll(async () => {
    await getPage(`${program.url}/developers/request`);
  });

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
      await fieldsOf({ name: '', email: 'no <address>', website: 'maps', project: 'Too "short"' }),
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
    expect([status, problemsIn(html)]).toEqual([400, { [field]: expect.stringMatching(message) }]);
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

  it.each([
    ['without a token', { token: '' }],
    ['with a forged token', { token: `k3x.${'A'.repeat(22)}.${'A'.repeat(43)}` }],
    ['with the hidden field filled in', { fax: '555' }],
  ])('400: is refused %s', async (_, wrong) => {
    const fields = await fieldsOf(wrong);
    const { status, html } = await send(fields);
    expect([status, Object.keys(problemsIn(html))]).toEqual([400, ['']]);
    expect(await requestsOf(fields.email)).toEqual([]);
  });

  it('400: accepts a token once, even from simultaneous requests', async () => {
    const token = await tokenOfAge(pool, FORM, MINUTE);
    const all = await Promise.all(Array.from({ length: 5 }, () => fieldsOf({ token })));
    const answers = await Promise.all(all.map((fields) => send(fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
    expect((await send(await fieldsOf({ token }))).status).toBe(400);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example.org' },
  ])('403: is refused from another website (%j)', async (headers) => {
    const fields = await fieldsOf();
    expect((await send(fields, headers)).status).toBe(403);
    expect(await requestsOf(fields.email)).toEqual([]);
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
    const json = JSON.stringify({ ...(await fieldsOf()), token: undefined });
    const { name, email, project } = JSON.parse(json);
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
