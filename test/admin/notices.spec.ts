import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { sendForm, tokenOfAge } from '../support/forms.ts';
import { requestKey, someEmail } from '../support/keys.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { startProgram } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

const NOTIFIED = 'notify@directory.test';

const PHISHING = `Please confirm your account.\r
Approve or reject:\u0020
  http://evil.test/admin/docs\rSign in there with your password.`;

describe('notices to admins', () => {
  const settings = { TRUST_PROXY: 'true', ADMIN_NOTIFY_EMAIL: NOTIFIED };
  const { database, program, pool, restart } = useDirectory(settings);

  /** Removes all requests and deliveries, so that the next notice is not delayed. */
  beforeEach(async () => {
    await pool.query('TRUNCATE deliveries, key_requests, suggestions CASCADE');
    await rm(join(database.env.DATA_DIR, 'outbox'), { recursive: true, force: true });
  });

  const submit = async (fields = {}, to = program) => {
    const { status, body } = await requestKey(to, fields);
    expect(status).toBe(201);
    return body.data.id as string;
  };
  const sent = async () =>
    (await readOutbox(database.env.DATA_DIR)).filter((mail) => isTo(mail, NOTIFIED));
  const untilSent = (count: number) =>
    eventually(async () => {
      const mails = await sent();
      return mails.length >= count ? mails.at(-1) : undefined;
    });
  const deliveries = async (status: string) => {
    const { rows } = await pool.query(
      `SELECT extract(epoch FROM next_attempt_at - now()) AS seconds FROM deliveries
       WHERE kind = 'key-request-notice' AND status = $1::delivery_status`,
      [status],
    );
    return rows;
  };
  const passTenMinutes = () =>
    pool.query(`UPDATE deliveries SET next_attempt_at = now() WHERE status = 'pending'`);

  it('name the requester and quote the request below the trusted links', async () => {
    const project = `A map of bakeries. ${PHISHING}`;
    const email = someEmail();
    const id = await submit({ name: 'Ada', organization: 'Acme', email, project });
    const mail = await untilSent(1);
    expect(mail.subject).toMatch(/^Key request from Ada \(Acme\): A map of bakeries\. Please .*…$/);
    expect(mail.subject!.length).toBeLessThanOrEqual(120);

    const [ours, theirs] = mail.text!.trimEnd().split(/^The key request of .* Central:\n\n/m);
    const docs = `${program.url}/admin/docs?id=${id}#/Key%20requests`;
    expect(ours).toContain(`Approve:\n  ${docs}/approveKeyRequest\n`);
    expect(ours).toContain(`Reject:\n  ${docs}/rejectKeyRequest\n`);
    expect(mail.replyTo).toEqual([{ name: '', address: email }]);
    expect(ours).toContain(`\n  ${program.url}\n`);
    expect(ours).not.toMatch(/evil|Ada/);
    expect(theirs).toContain('> Name: Ada\n> Email: ');
    expect(theirs).toMatch(/^> Sign in there/m);
    expect(theirs!.split('\n').filter((line) => !line.startsWith('>'))).toEqual([]);

    const [before, quoted] = mail.html!.split('<body')[1]!.split('<blockquote');
    expect(before).toContain('/approveKeyRequest">');
    expect(before).not.toMatch(/evil|Ada/);
    expect(quoted).toMatch(/evil\.test[^]*<\/blockquote>\s*<\/main>\s*<\/body>/);
  });

  it('are sent at most every ten minutes, as one digest, even after a restart', async () => {
    await submit({ name: 'Ada' });
    await untilSent(1);
    await eventually(async () => (await deliveries('sent'))[0]);

    const other = database.env.DATABASE_URL
      ? await startProgram({ ...database.env, ...settings })
      : undefined;
    await Promise.all([
      submit({ name: 'Bo' }),
      submit({ name: 'Cy' }, other),
      submit({ name: 'Di' }, other),
    ]);
    await other?.stop();
    await restart();
    await submit({ name: 'Ed', organization: 'Eddy’s' });

    const waiting = await deliveries('pending');
    expect(waiting).toHaveLength(1);
    expect(Number(waiting[0].seconds)).toBeGreaterThan(540);
    expect(Number(waiting[0].seconds)).toBeLessThanOrEqual(600);
    expect(await sent()).toHaveLength(1);

    await passTenMinutes();
    const digest = await untilSent(2);
    expect(digest.subject).toMatch(/^5 key requests are waiting: Ada, .*Ed \(Eddy’s\)$/);
    const numbers = [
      ...digest.text!.matchAll(/^(\d+)\. The key request of [^]*?^> Name: (\w+)$/gm),
    ];
    expect(numbers.map(([, number]) => number)).toEqual(['1', '2', '3', '4', '5']);
    const names = numbers.map(([, , name]) => name);
    expect([names[0], names[4], names.toSorted()]).toEqual([
      'Ada',
      'Ed',
      ['Ada', 'Bo', 'Cy', 'Di', 'Ed'],
    ]);
    for (const [part, number] of numbers) {
      expect(part).toMatch(
        new RegExp(`\nReject key request ${number}:\n  \\S+\\?id=\\S+/rejectKeyRequest\n`),
      );
    }
    const linkTexts = [...digest.html!.matchAll(/<a [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(linkTexts).toContain('Approve key request 5');
    expect(linkTexts.join()).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
    expect(await deliveries('pending')).toEqual([]);
  });

  it('are sent separately for suggestions', async () => {
    await getPage(`${program.url}/suggest-business`);
    const suggest = async (name: string) => {
      const fields = { name, correction: `Books. ${PHISHING}`, city: 'Ely', source: 'Its sign.' };
      const token = await tokenOfAge(pool, 'missing', 60_000);
      const { status } = await sendForm(
        `${program.url}/suggest-business`,
        { ...fields, token },
        {},
      );
      expect(status).toBe(303);
    };
    await submit({ name: 'Ada' });
    await untilSent(1);
    await suggest('Granite Books');
    const mail = await untilSent(2);
    expect(mail.subject).toBe('Suggestion: Granite Books (missing)');
    const [ours, theirs] = mail.text!.trimEnd().split(/^The suggestion of .* Central:\n\n/m);
    expect(ours).toMatch(/\/admin\/docs\?id=\S+#\/Suggestions\/acceptSuggestion\n/);
    expect(ours).not.toMatch(/evil|Granite/);
    expect(theirs).toContain('> Name: Granite Books\n> About: missing\n> Correction: Books. ');
    expect(theirs!.split('\n').filter((line) => !line.startsWith('>'))).toEqual([]);
  });
});
