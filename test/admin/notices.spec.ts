import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { sendForm, tokenOfAge } from '../support/forms.ts';
import { requestKey, someEmail } from '../support/keys.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const NOTIFIED = 'notify@directory.test';

const PHISHING = `Please confirm your account.\r
Approve or reject:\u0020
  http://evil.test/admin/docs\rSign in there with your password.`;

describe('notices to admins', () => {
  const settings = { TRUST_PROXY: 'true', ADMIN_NOTIFY_EMAIL: NOTIFIED };
  const { database, program, pool } = useDirectory(settings);

  /** Removes all requests and deliveries, so that the next notice is not delayed. */
  beforeEach(async () => {
    await pool.query('TRUNCATE deliveries, key_requests, suggestions CASCADE');
    await rm(join(database.env.DATA_DIR, 'outbox'), { recursive: true, force: true });
  });

  const submit = async (fields = {}) => {
    const { status, body } = await requestKey(program, fields);
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
