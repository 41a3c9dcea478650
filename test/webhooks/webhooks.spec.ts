import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually.ts';
import { sendForm } from '../support/forms.ts';
import { metricOf } from '../support/http.ts';
import { decide, requestKey, someEmail } from '../support/keys.ts';
import { getPage } from '../support/page.ts';
import { query } from '../support/query.ts';
import { faultsOf } from '../support/valid-html.ts';
import { useDirectory } from '../support/use-directory.ts';

const HOOK = 'https://app.example.org/hooks/directory';
const SECRET = /whsec_[A-Za-z\d+/]{43}=/;

describe('webhooks', () => {
  const { database, program, token, admin, mailTo } = useDirectory({
    WEBHOOK_KEY: randomBytes(32).toString('base64'),
  });
  let keyId: string;
  let email: string;
  /** Address of the status page. */
  let link: string;

  beforeAll(async () => {
    email = someEmail();
    const { body } = await requestKey(program, { email });
    const mail = await mailTo(email, /has arrived/);
    link = /\S+\/developers\/requests\/[\w-]{43}$/m.exec(mail.text!)![0].trim();
    const decided = await decide(program, token, body.data.id, 'approve');
    keyId = decided.body.data.keyId;
  });

  const ask = (method: string, path = `keys/${keyId}/webhook`, json?: unknown) =>
    admin(method, path, json);
  const register = (url: string) => ask('POST', undefined, { url });
  const failing = () => metricOf(program, 'webhooks_failing');

  it('are registered, shown, replaced and removed by an admin, with an audit', async () => {
    expect((await ask('GET')).status).toBe(404);
    const { body: first } = await register(HOOK);
    expect(first.data).toMatchObject({ keyId, url: HOOK, state: 'active', failures: 0 });
    expect(first.data.secret).toMatch(SECRET);
    const { body: second } = await register(`${HOOK}?again`);
    expect(second.data.secret).not.toBe(first.data.secret);
    const { data: shown } = (await ask('GET')).body;
    expect({ ...shown, secret: second.data.secret }).toEqual(second.data);
    expect((await ask('GET', 'webhooks')).body).toMatchObject({
      data: [shown],
      pagination: { total: 1 },
    });
    expect((await ask('DELETE')).status).toBe(204);
    expect((await ask('DELETE')).status).toBe(404);
    const { body } = await ask('GET', `audit?subjectId=${keyId}&limit=3`);
    expect(body.data.map(({ action, before, after }: any) => [action, before, after])).toEqual([
      ['webhook.remove', { url: `${HOOK}?again` }, null],
      ['webhook.register', { url: HOOK }, { url: `${HOOK}?again` }],
      ['webhook.register', null, { url: HOOK }],
    ]);
    expect(JSON.stringify(body)).not.toMatch(SECRET);
  });

  it.each(['http://app.example.org/', 'https://[::1]/hook', 'hook'])(
    'refuses the address %s',
    async (url) => {
      const { status, body } = await register(url);
      expect([status, body.error.details[0].field]).toEqual([400, 'url']);
    },
  );

  it('are refused and paused while their key does not work', async () => {
    const setState = (state: string) =>
      query(database, `UPDATE api_keys SET state = '${state}' WHERE id = $1`, [keyId]);
    await register(HOOK);
    const unknown = 'keys/0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11/webhook';
    expect((await ask('POST', unknown, { url: HOOK })).status).toBe(404);
    await setState('suspended');
    expect((await register(HOOK)).body.error.code).toBe('conflict');
    expect((await ask('GET', 'webhooks')).body.data).toMatchObject([
      { keyId, state: 'paused', nextAt: null },
    ]);
    const { html } = await getPage(link);
    expect(html).toContain('paused, because the key does not work');
    expect(html).not.toContain('Replace the address');
    await setState('active');
    expect((await ask('GET')).body.data).toMatchObject({
      state: 'active',
      nextAt: expect.any(String),
    });
    expect((await ask('DELETE')).status).toBe(204);
    await setState('suspended');
    expect((await getPage(link)).html).not.toContain('id="webhook"');
    await setState('active');
  });

  it('are managed by developers on their status page, which shows the secret once', async () => {
    const page = await getPage(link);
    expect(page.html).toContain('<h2 id="webhook-title">Webhook</h2>');
    expect(await faultsOf(page.html)).toEqual([]);
    const refused = await sendForm(`${link}/webhook`, { url: 'https://192.168.0.1/"><b>' });
    expect([refused.status, refused.html.includes('begins with https://')]).toEqual([400, true]);
    // A browser scrolls to the problem, and later to the secret.
    expect(refused.html).toMatch(/ action="[^"]+\/webhook#webhook"/);
    expect(await faultsOf(refused.html)).toEqual([]);
    const { status, html, headers } = await sendForm(`${link}/webhook`, { url: ` ${HOOK} ` });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toMatch(SECRET);
    expect(await faultsOf(html)).toEqual([]);
    const again = await getPage(link);
    expect(again.html).not.toMatch(SECRET);
    expect(again.html).toContain(HOOK);
    const removed = await sendForm(`${link}/webhook/remove`, {});
    expect([removed.status, removed.headers.get('location')]).toEqual([
      303,
      link.replace(program.url, ''),
    ]);
    expect((await ask('GET')).status).toBe(404);
    expect((await sendForm(`${link.slice(0, -43)}${'x'.repeat(43)}/webhook`, {})).status).toBe(404);
  });

  it('reach no private host, and are disabled after three days with an email', async () => {
    await register(HOOK);
    await query(database, `UPDATE webhooks SET url = 'https://localhost/hook', next_at = now()`);
    const failed = await eventually(async () => {
      const { body } = await ask('GET');
      return body.data.failures > 0 && body.data;
    });
    const error = 'localhost is not a host on the public internet.';
    expect(failed).toMatchObject({ state: 'failing', failures: 1, error, deliveredAt: null });
    expect(await failing()).toBe(1);
    await ask('POST', `keys/${keyId}/suspend`, {});
    expect(await failing()).toBe(0);
    await ask('POST', `keys/${keyId}/resume`, {});
    await query(
      database,
      `UPDATE webhooks SET next_at = now(), failing_since = now() - interval '73 hours'`,
    );
    const mail = await mailTo(email, /webhook is disabled/);
    expect(mail.text).toContain('https://localhost/hook');
    expect(mail.text).toContain(error);
    expect((await ask('GET')).body.data).toMatchObject({
      state: 'disabled',
      failures: 2,
      nextAt: null,
    });
    expect(await failing()).toBe(0);
    const disabled = await getPage(link);
    expect(disabled.html).toContain('disabled after three days of failures');
    expect(disabled.html).toContain('Replace the address');
    await ask('POST', `keys/${keyId}/suspend`, {});
    expect((await getPage(link)).html).not.toContain('Replace the address');
  });
});
