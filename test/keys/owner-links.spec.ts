import { randomBytes } from 'node:crypto';
import { localDate } from '#libs/geography/src/local-date.js';
import { insertBusiness } from '../support/directory.ts';
import { sendForm, tokenOfAge } from '../support/forms.ts';
import { someEmail } from '../support/keys.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const MINUTE = 60_000;
const SUBJECT = /your business/;

describe('links for owners', () => {
  const { database, program, pool, admin, edit, mailTo } = useDirectory({ TRUST_PROXY: 'true' });

  beforeAll(async () => {
    await getPage(`${program.url}/suggest-business`);
  });
  beforeEach(() => pool.query('DELETE FROM attempt_windows'));

  const someAddress = () => `10.${[...randomBytes(3)].join('.')}`;
  const someBusiness = async (email: string | null = someEmail()) => {
    const slug = `shop-${randomBytes(4).toString('hex')}`;
    const id = await insertBusiness(pool, { slug, email });
    return { id, slug, email: email! };
  };
  const ask = async (slug: string, address = someAddress(), fields = {}) =>
    sendForm(
      `${program.url}/b/${slug}/owner`,
      { token: await tokenOfAge(pool, 'owner', MINUTE), ...fields },
      { 'x-forwarded-for': address },
    );
  const linkIn = async (email: string) => {
    const { text } = await mailTo(email, SUBJECT);
    return /\/b\/\S+\/owner\/[\w.-]+/.exec(text!)![0];
  };
  const mailsTo = async (email: string) =>
    (await readOutbox(database.env.DATA_DIR)).filter((mail) => isTo(mail, email)).length;
  const correct = async (path: string, fields = {}) =>
    sendForm(
      program.url + path,
      {
        about: 'phone',
        correction: '(218) 555-0147',
        source: 'I own this business.',
        token: await tokenOfAge(pool, 'report', MINUTE),
        ...fields,
      },
      { 'x-forwarded-for': someAddress() },
    );

  it('are mailed to the address on record and mark the report as sent by the owner', async () => {
    const { id, slug, email } = await someBusiness();
    const stranger = someEmail();
    const { status, headers } = await ask(slug, someAddress(), { email: stranger });
    expect([status, headers.get('location')]).toEqual([303, `/b/${slug}/owner?sent=yes`]);
    const path = await linkIn(email);
    expect(await mailsTo(stranger)).toBe(0);

    const { html, headers: answered } = await getPage(program.url + path);
    expect(html).toContain('I own this business.</textarea>');
    expect(html).toContain(`value="${email}"`);
    expect(answered.get('cache-control')).toBe('no-store');
    const sent = await correct(path);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/b/${slug}?reported=yes`]);

    const { body } = await admin('GET', 'suggestions?status=pending');
    const suggestion = body.data.at(-1);
    expect(suggestion).toMatchObject({ businessId: id, sentBy: 'owner' });
    expect((await admin('POST', `suggestions/${suggestion.id}/accept`, {})).status).toBe(200);
    expect((await admin('GET', `businesses/${id}`)).body.data).toMatchObject({
      confirmedOn: localDate(new Date()),
      confirmedBy: 'owner',
    });
  });

  it.each([
    ['2026-01-04', '2026-01-05', 'owner'],
    ['2026-01-06', '2026-01-06', 'admin'],
  ])(
    'confirm a business by the later of its confirmation on %s and the report',
    async (on, day, by) => {
      const { id, slug, email } = await someBusiness();
      await edit('PATCH', `businesses/${id}`, { confirmedOn: on });
      await ask(slug);
      await correct(await linkIn(email));
      const { rows } = await pool.query<{ id: string }>(
        `UPDATE suggestions SET created_at = '2026-01-05T18:00:00Z' WHERE business_id = $1
       RETURNING id`,
        [id],
      );
      await edit('POST', `suggestions/${rows[0]!.id}/accept`, {});
      const confirmation = { confirmedOn: day, confirmedBy: by, phone: '+12185550147' };
      expect(await edit('GET', `businesses/${id}`)).toMatchObject(confirmation);
    },
  );

  it('are mailed once a day to each mailbox, whichever of its businesses asks', async () => {
    const first = await someBusiness();
    const second = await someBusiness(first.email.toUpperCase());
    const answers = await Promise.all([second, first, first].map(({ slug }) => ask(slug)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const other = await someBusiness();
    await ask(other.slug);
    await linkIn(other.email);
    expect(await mailsTo(first.email)).toBe(1);
  });

  it('are refused from the sixth request of a client within an hour', async () => {
    const businesses = await Promise.all(Array.from({ length: 6 }, () => someBusiness()));
    const statuses = [];
    for (const { slug } of businesses) statuses.push((await ask(slug, '192.0.2.9')).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  it('stop working once the business has another address, and for other businesses', async () => {
    const { id, slug, email } = await someBusiness();
    const other = await someBusiness();
    await ask(slug);
    const path = await linkIn(email);
    const elsewhere = path.replace(slug, other.slug);
    expect((await getPage(program.url + elsewhere)).status).toBe(404);
    expect((await correct(elsewhere)).status).toBe(404);
    await pool.query('UPDATE businesses SET email = $2 WHERE id = $1', [id, someEmail()]);
    expect((await correct(path)).status).toBe(404);
    const { rows } = await pool.query('SELECT 1 FROM suggestions WHERE business_id IN ($1, $2)', [
      id,
      other.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('are not offered if the directory has no address', async () => {
    const { slug } = await someBusiness(null);
    const { html } = await getPage(`${program.url}/b/${slug}/owner`);
    expect(html).not.toContain('method="post"');
    expect(html).toContain(`/b/${slug}/report`);
    expect((await ask(slug)).status).toBe(404);
  });
});
