import { eventually, eventuallyPrints } from '../support/eventually.ts';
import { metricOf } from '../support/http.ts';
import { APPROVAL_SUBJECT, decide, keyIn, requestKey, someEmail } from '../support/keys.ts';
import { freePort } from '../support/free-port.ts';
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '../support/mail-server.ts';
import { isTo } from '../support/outbox.ts';
import { query } from '../support/query.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

describe('mail delivery', () => {
  let server: MailServer;
  let port: number;
  const { database, program, token, admin } = useDirectoryProcess(async () => {
    port = await freePort();
    const SMTP_URL = `smtp://127.0.0.1:${port}`;
    return { TRUST_PROXY: 'true', SMTP_URL, ADMIN_NOTIFY_EMAIL: 'notify@directory.test' };
  });
  afterEach(() => server.stop());

  const start = async (options?: MailServerOptions) => {
    server = await startMailServer(options, port);
  };
  const approve = async (email: string) => {
    const { body } = await requestKey(program, { email });
    const { status } = await decide(program, token, body.data.id, 'approve');
    expect(status).toBe(200);
  };
  const deliveriesTo = async (email: string, kind = 'key-approved') => {
    const { body } = await admin('GET', 'deliveries?limit=100');
    return body.data.filter((d: any) => d.recipient === email && d.kind === kind);
  };
  const mailsTo = (email: string, subject = APPROVAL_SUBJECT) =>
    server.mails.filter((mail) => isTo(mail, email) && subject.test(mail.subject ?? ''));
  const retry = (id: string, json = {}) => admin('POST', `deliveries/${id}/retry`, json);

  /** Makes retries due at once until the condition holds. */
  const eventuallyTried = <T>(ask: () => T | undefined) =>
    eventually(async () => {
      const due = await query(
        database,
        `UPDATE deliveries SET next_attempt_at = now()
         WHERE status = 'pending' AND attempts > 0 AND next_attempt_at > now() RETURNING id`,
      );
      // With another mail, the worker looks for due ones at once instead of within five seconds.
      if (due.length > 0) await requestKey(program);
      return ask();
    });

  it('sends acknowledgment, notice and approval as text and HTML', async () => {
    await start();
    const email = someEmail();
    await approve(email);
    await eventually(() => mailsTo(email)[0]);
    const [mail] = mailsTo(email);
    expect(mail!.from?.address).toMatch(/@/);
    expect(mail!.html).toContain(keyIn(mail!));
    expect(mail!.headers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
        expect.objectContaining({
          key: 'list-id',
          value: expect.stringMatching(
            /^"?Minnesota Business Directory"? <key-approved\.[\w.-]+>$/,
          ),
        }),
      ]),
    );
    await eventually(() => server.mails.find((found) => isTo(found, 'notify@directory.test')));
    const [delivery] = await eventually(async () => {
      const sent = await deliveriesTo(email);
      return sent[0]?.status === 'sent' ? sent : undefined;
    });
    expect(delivery).toMatchObject({ attempts: 1, lastError: null, nextAttemptAt: null });
    expect((await retry(delivery.id)).body.error.message).toMatch(/was sent at/);
  });

  it('keeps an approval while the server is down and mails it afterwards', async () => {
    await start();
    await server.stop();
    const email = someEmail();
    await approve(email);
    const [waiting] = await eventually(async () => {
      const found = await deliveriesTo(email);
      return found[0]?.lastError ? found : undefined;
    });
    expect(waiting).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
    expect(waiting.lastError).toMatch(/ECONNREFUSED/);
    await eventuallyPrints(program, /"requestId":"[^"]+","context":"DeliverySender".*ECONNREFUSED/);
    await start();
    await eventuallyTried(() => mailsTo(email)[0]);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('fails a permanent refusal with the server’s message until an admin retries', async () => {
    await start({
      onRcptTo({ address }, _session, done) {
        if (!address.startsWith('wrong')) return done();
        done(Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }));
      },
    });
    const email = `wrong-${someEmail()}`;
    await approve(email);
    const [failed] = await eventually(async () => {
      const found = await deliveriesTo(email);
      return found[0]?.status === 'failed' ? found : undefined;
    });
    expect(failed.lastError).toMatch(/550.*No such user here/);
    expect(failed.attempts).toBe(1);

    const right = someEmail();
    const { status, body } = await retry(failed.id, { recipient: right });
    expect([status, body.data.status, body.data.recipient]).toEqual([200, 'pending', right]);
    await eventually(() => mailsTo(right)[0]);
    const key = await admin('GET', `keys/${failed.keyId}`);
    expect(key.body.data.ownerEmail).toBe(right);
    expect(key.body.data.secrets).toHaveLength(1);
    expect(keyIn(mailsTo(right)[0]!)).toContain(key.body.data.secrets[0].start);
    await eventually(async () => (await deliveriesTo(email, 'address-changed'))[0]);
    expect(await deliveriesTo(right, 'address-changed')).toEqual([]);
  });

  it('supersedes the mail of a suspension that was lifted first, and raises no alarm', async () => {
    await start();
    const email = someEmail();
    await approve(email);
    await eventually(() => mailsTo(email)[0]);
    const [{ keyId }] = await deliveriesTo(email);
    const figures = () =>
      Promise.all(['mails_failed', 'mails_superseded'].map((name) => metricOf(program, name)));
    const [failed, superseded] = await figures();
    await server.stop();
    await admin('POST', `keys/${keyId}/suspend`, { reason: 'Too much.' });
    await admin('POST', `keys/${keyId}/resume`);
    await start();
    await eventuallyTried(() => mailsTo(email, /works again/)[0]);

    const lifted = await eventually(async () => {
      const { body } = await admin('GET', 'deliveries?status=superseded');
      return body.data.find((delivery: any) => delivery.keyId === keyId);
    });
    expect(lifted).toMatchObject({ kind: 'key-suspended', nextAttemptAt: null, sentAt: null });
    expect(mailsTo(email, /is suspended/)).toEqual([]);
    expect(await figures()).toEqual([failed, superseded! + 1]);
  });

  it('delivers to other recipients while the server leaves one unanswered', async () => {
    await start({
      onRcptTo({ address }, _session, done) {
        if (!address.startsWith('stalled')) done();
      },
    });
    const stalled = `stalled-${someEmail()}`;
    await approve(stalled);
    const email = someEmail();
    await approve(email);
    await eventually(() => mailsTo(email)[0]);
    expect(await deliveriesTo(stalled)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    const { id } = (await deliveriesTo(stalled))[0];
    const { status, body } = await retry(id);
    expect([status, body.error.message]).toEqual([409, 'The email is being sent right now.']);
    server.cut();
  });

  it('returns 404 for an unknown delivery and 400 for an invalid address', async () => {
    await start();
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await retry(unknown)).status).toBe(404);
    expect((await retry(unknown, { recipient: 'x' })).status).toBe(400);
  });
});
