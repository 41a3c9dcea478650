import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { sendForm, tokenOfAge } from '../support/forms.ts';
import { APPROVAL_SUBJECT, decide, keyIn, requestKey, someEmail } from '../support/keys.ts';
import { getPage } from '../support/page.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

const NOTIFIED = 'notify@directory.test';

const PHISHING = `Please confirm your account.\r
Approve or reject:\u0020
  http://evil.test/admin/docs\rSign in there with your password.`;

describe('key requests', () => {
  const { database, program, pool, token, admin, mailTo } = useDirectory({
    TRUST_PROXY: 'true',
    ADMIN_NOTIFY_EMAIL: NOTIFIED,
  });

  const submit = async (fields = {}) => {
    const { status, body } = await requestKey(program, fields);
    expect(status).toBe(201);
    return body.data.id as string;
  };

  describe('POST /api/v1/key-requests', () => {
    it('201: returns a receipt without a key and notifies developer and admins', async () => {
      const email = someEmail();
      const { status, body } = await requestKey(program, { email: ` ${email.toUpperCase()}` });
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        data: { id: expect.any(String), status: 'pending', createdAt: expect.any(String) },
      });
      const acknowledgment = await mailTo(email, /has arrived/);
      expect(acknowledgment.text).not.toContain('mnbd_');
      expect(acknowledgment.text).toContain('> A map of the cafés along the North Shore.');
      expect(acknowledgment.html).toContain('<p>');
      const notice = await mailTo(NOTIFIED, /^Key request from Astrid Lindqvist: A map/);
      expect(notice.text).toContain(email);
    });

    it.each([
      ['email', 'not-an-address'],
      ['email', 'a@example.org\r\nBcc: b@example.org'],
      ['email', 'Eve <a@example.org>'],
      ['email', 'a@example.org, b@example.org'],
      ['email', 'a\u202eb@example.org'],
      ['email', undefined],
      ['name', ''],
      ['name', 'Eve\r\nBcc: b@example.org'],
      ['name', 'Ada\u202eecnalP'],
      ['organization', 'Acme\u2066'],
      ['name', 'x'.repeat(101)],
      ['project', 'Too short.'],
      ['project', `${' '.repeat(30)}short`],
      ['project', 'x'.repeat(4001)],
      ['project', `${'x'.repeat(20)}\u202e`],
      ['website', 'javascript:alert(1)'],
      ['website', 'https://example.org/\u202egnp.exe'],
      ['expectedRequestsPerHour', 1.5],
      ['expectedRequestsPerHour', 0],
      ['colour', 'blue'],
    ])('400: names %s when it is %j', async (field, value) => {
      const { status, body } = await requestKey(program, { [field]: value });
      expect([status, body.error.code]).toEqual([400, 'invalid_body']);
      expect(body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
    });

    it('201: accepts a project of exactly 20 and of exactly 4,000 characters', async () => {
      await submit({ project: 'é'.repeat(20) });
      await submit({ project: '🌲'.repeat(4000) });
    });

    it('409: allows one pending request per mailbox, in any spelling and with any "+tag"', async () => {
      const email = someEmail();
      const tagged = (tag: string) => email.replace('@', `+${tag}@`);
      const answers = await Promise.all(
        [email, email.toUpperCase(), tagged('a'), tagged('a+b').toUpperCase()].map((spelling) =>
          requestKey(program, { email: spelling }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused!.body.error.code).toBe('conflict');
    });
  });

  describe('an admin', () => {
    it('approves with a limit, and the mail contains the key and its instructions', async () => {
      const email = someEmail();
      const id = await submit({ email, name: 'José Ångström' });
      const expiresAt = '2099-01-01T00:00:00.000Z';
      const approval = { limitPerHour: 250, expiresAt, note: 'Met at the fair.' };
      const { status, body } = await decide(program, token, id, 'approve', approval);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        id,
        status: 'approved',
        note: 'Met at the fair.',
        decidedBy: ADMIN.email,
        keyId: expect.any(String),
      });
      const mail = await mailTo(email, APPROVAL_SUBJECT);
      const key = keyIn(mail);
      expect(mail.text).toMatch(/^Hello José Ångström,\n\nYour request was approved\./);
      expect(mail.text).toContain('250 requests per hour');
      expect(mail.text).toContain(`curl -H 'X-API-Key: ${key}'`);
      expect(mail.html).toContain(key);
      expect(JSON.stringify(body)).not.toContain(key);
    });

    it('lists requests by status, with pagination', async () => {
      const id = await submit();
      const { body } = await admin('GET', 'key-requests?status=pending&sort=newest&limit=1');
      expect(body.data.map((request: { id: string }) => request.id)).toEqual([id]);
      expect(body.pagination).toMatchObject({
        page: 1,
        limit: 1,
        totalPages: body.pagination.total,
      });
      expect((await admin('GET', `key-requests/${id}`)).body.data.status).toBe('pending');
      expect((await admin('GET', 'key-requests?status=lost')).status).toBe(400);
    });

    it.each(['00000000-0000-7000-8000-000000000000', 'nothing'])(
      '404: cannot decide the unknown request %s',
      async (id) => {
        const { status, body } = await decide(program, token, id, 'approve');
        expect([status, body.error.code]).toEqual([404, 'not_found']);
      },
    );

    it.each([
      ['approve', { limitPerHour: 0 }, 'limitPerHour'],
      ['approve', { expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
      ['reject', {}, 'reason'],
    ] as const)('400: cannot %s with %j', async (decision, json, field) => {
      const { status, body } = await decide(program, token, await submit(), decision, json);
      expect([status, body.error.details[0].field]).toEqual([400, field]);
    });
  });

  describe('notices to admins', () => {
    /** Removes all requests and deliveries, so that the next notice is not delayed. */
    beforeEach(async () => {
      await pool.query('TRUNCATE deliveries, key_requests, suggestions CASCADE');
      await rm(join(database.env.DATA_DIR, 'outbox'), { recursive: true, force: true });
    });

    /** Splits a notice into our text and the visitor's, each line of which is marked as a quote. */
    const partsOf = ({ text }: Email, about: string) => {
      const heading = new RegExp(`^The ${about} of .* Central:\n\n`, 'm');
      const [ours, theirs] = text!.trimEnd().split(heading) as [string, string];
      expect(theirs.split('\n').filter((line) => !line.startsWith('>'))).toEqual([]);
      return { ours, theirs };
    };

    it('link the decisions and reply to the requester, whose text follows', async () => {
      const email = someEmail();
      const project = `A map of bakeries. ${PHISHING}`;
      const id = await submit({ name: 'Ada', organization: 'Acme', email, project });
      const mail = await mailTo(NOTIFIED, /^Key request from Ada \(Acme\): A map of bakeries\. /);
      expect(mail.replyTo).toEqual([{ name: '', address: email }]);
      const { ours, theirs } = partsOf(mail, 'key request');
      const docs = `${program.url}/admin/docs?id=${id}#/Key%20requests`;
      expect(ours).toContain(`Approve:\n  ${docs}/approveKeyRequest\n`);
      expect(ours).toContain(`Reject:\n  ${docs}/rejectKeyRequest\n`);
      expect(ours).not.toMatch(/evil|Ada/);
      expect(theirs).toContain('> Name: Ada\n> Email: ');
      expect(theirs).toMatch(/^> Sign in there/m);
    });

    it('are sent separately for suggestions', async () => {
      await getPage(`${program.url}/suggest-business`);
      await submit();
      const fields = { name: 'Granite Books', correction: `Books. ${PHISHING}`, city: 'Ely' };
      const token = await tokenOfAge(pool, 'missing', 60_000);
      const form = { ...fields, source: 'Its sign.', token };
      expect((await sendForm(`${program.url}/suggest-business`, form, {})).status).toBe(303);
      const { ours, theirs } = partsOf(
        await mailTo(NOTIFIED, /^Suggestion: Granite Books \(missing\)$/),
        'suggestion',
      );
      expect(ours).toMatch(/\/admin\/docs\?id=\S+#\/Suggestions\/acceptSuggestion\n/);
      expect(ours).not.toMatch(/evil|Granite/);
      expect(theirs).toContain('> Name: Granite Books\n> About: missing\n> Correction: Books. ');
    });
  });
});
