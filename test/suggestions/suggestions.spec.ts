import { randomBytes } from 'node:crypto';
import { localDate } from '#libs/geography/src/local-date.js';
import { insertBusiness } from '../support/directory.ts';
import { problemsIn, sendForm, tokenOfAge } from '../support/forms.ts';
import { someEmail } from '../support/keys.ts';
import { mailTo } from '../support/outbox.ts';
import { getPage } from '../support/page.ts';
import { useDirectory } from '../support/use-directory.ts';

const MINUTE = 60_000;

describe('visitors’ suggestions', () => {
  const { database, program, pool, admin, edit } = useDirectory({ TRUST_PROXY: 'true' });

  const someAddress = () => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });
  const report = async (
    slug: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = someAddress(),
  ) =>
    sendForm(
      `${program.url}/b/${slug}/report`,
      {
        about: 'phone',
        correction: '(218) 555-0147',
        source: 'It is on their door.',
        email: '',
        token: await tokenOfAge(pool, 'report', MINUTE),
        ...fields,
      },
      headers,
    );
  /** Returns a function that sends the form of a page, with these fields unless it is given others. */
  const formOf =
    (page: string, about: string, complete: Record<string, string>) =>
    async (fields: Record<string, string> = {}) => {
      const token = await tokenOfAge(pool, about, MINUTE);
      return sendForm(`${program.url}/${page}`, { ...complete, token, ...fields }, someAddress());
    };
  const suggest = formOf('suggest-business', 'missing', {
    name: 'Granite Books',
    correction: 'A shop for books.',
    city: 'Ely',
    source: 'I work there.',
  });
  const suggestEvent = formOf('suggest-event', 'event', {
    name: 'Ice Fishing Derby',
    description: 'Free for children.',
    startsOn: '2035-01-20',
    startsAt: '21:30',
    endsAt: '01:00',
    venue: 'Shagawa Lake',
    city: 'Ely',
    source: 'A poster.',
  });
  const suggestDeal = formOf('suggest-deal', 'deal', {
    business: 'Loon Bakery in Ely',
    title: 'Two rolls for one',
    description: 'Before nine.',
    startsOn: '2035-01-20',
    endsOn: '2035-01-31',
    source: 'It is on their door.',
  });
  const newest = async () => {
    const { body } = await admin('GET', 'suggestions?status=pending&limit=100');
    return body.data.at(-1) as Record<string, unknown> & { id: string };
  };
  const accept = (id: string, body: object = {}) => admin('POST', `suggestions/${id}/accept`, body);
  const lastAccepted = async () => {
    const { body } = await admin('GET', 'audit?action=suggestion.accept&limit=1');
    return body.data[0].after;
  };
  const businessOf = (id: string) => edit('GET', `businesses/${id}`);
  const someBusiness = async (columns = {}) => {
    const slug = `shop-${randomBytes(4).toString('hex')}`;
    const id = await insertBusiness(pool, { slug, phone: '+12185550100', ...columns });
    return { id, slug };
  };

  it('confirm a business once two networks find it right', async () => {
    const { id, slug } = await someBusiness();
    const confirm = async (address: string) => {
      const { status, headers } = await sendForm(
        `${program.url}/b/${slug}/confirm`,
        { token: await tokenOfAge(pool, 'confirmation', MINUTE) },
        { 'x-forwarded-for': address },
      );
      expect([status, headers.get('location')]).toEqual([303, `/b/${slug}?confirmed=yes`]);
      const { confirmedOn, confirmedBy } = await businessOf(id);
      return [confirmedOn, confirmedBy];
    };
    expect(await confirm('192.0.2.1')).toEqual([null, null]);
    expect(await confirm('192.0.2.1')).toEqual([null, null]);
    expect(await confirm('2001:db8::1')).toEqual([localDate(new Date()), 'visitor']);
    const { html } = await getPage(`${program.url}/b/${slug}?confirmed=yes`);
    expect(html).toContain('That helps everyone');
    expect(html).toMatch(/Confirmed in \w+ \d{4} by visitors/);
  });

  it('wait for an admin, who sees the proposed change', async () => {
    const { id, slug } = await someBusiness();
    const email = someEmail();
    const { status, headers } = await report(slug, { email });
    expect([status, headers.get('location')]).toEqual([303, `/b/${slug}?reported=yes`]);
    const suggestion = await newest();
    expect(suggestion).toMatchObject({
      status: 'pending',
      businessId: id,
      businessName: 'Test Shop',
      about: 'phone',
      correction: '(218) 555-0147',
      source: 'It is on their door.',
      change: { phone: '+12185550147' },
      email,
    });
    expect((await edit('GET', `suggestions/${suggestion.id}`)).difference).toEqual([
      { field: 'phone', present: '+12185550100', proposed: '+12185550147' },
    ]);
    expect((await businessOf(id)).phone).toBe('+12185550100');
  });

  it('are applied once when accepted, and the visitor is notified', async () => {
    const { id, slug } = await someBusiness();
    const email = someEmail();
    await report(slug, { email });
    const suggestion = await newest();
    const answers = await Promise.all([accept(suggestion.id), accept(suggestion.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await businessOf(id)).phone).toBe('+12185550147');
    const mail = await mailTo(database.env.DATA_DIR, email, /was accepted/);
    expect(mail.text).toContain(`${program.url}/b/${slug}`);
    expect(mail.text).not.toContain('555-0147');
    const { body } = await admin('GET', 'audit?limit=2');
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['business.change', 'suggestion.accept']),
    );
  });

  it('report a closed business without a correction', async () => {
    const { id, slug } = await someBusiness();
    const path = `${program.url}/b/${slug}/report`;
    expect((await getPage(`${path}?about=closed`)).html).toContain('Anything to add? (optional)');
    expect((await getPage(path)).html).not.toContain('What should it say? (optional)');
    const { status } = await report(slug, { about: 'closed', correction: ' ' });
    expect(status).toBe(303);
    const { id: suggestion, ...rest } = await newest();
    expect(rest).toMatchObject({ businessId: id, about: 'closed', correction: '' });
    expect((await edit('GET', `suggestions/${suggestion}`)).difference).toEqual([
      { field: 'status', present: 'open', proposed: 'closed' },
    ]);
    expect((await accept(suggestion)).status).toBe(200);
    expect((await businessOf(id)).status).toBe('closed');
    expect((await getPage(path)).html).not.toContain('It is open again');
    expect((await getPage(`${path}?about=open`)).html).toContain('>It is open again</option>');
    expect((await report(slug, { about: 'open', correction: ' ' })).status).toBe(303);
    expect((await newest()).change).toEqual({ status: 'open' });
    const long = await report(slug, { about: 'closed', correction: 'x'.repeat(1_001) });
    expect(problemsIn(long.html)).toEqual({ correction: 'Use at most 1,000 characters.' });
  });

  it('are applied with the admin’s corrections', async () => {
    const { id, slug } = await someBusiness();
    const given = (street: string) => ({ change: { address: { street } } });
    const present = () => businessOf(id);

    await report(slug, { about: 'other', correction: 'They moved next door.' });
    const { id: other, change } = await newest();
    expect(change).toBeNull();
    const nothing = await accept(other);
    expect([nothing.status, nothing.body.error.details[0].field]).toEqual([400, 'change']);
    expect((await accept(other, given('14 Harbor Street'))).status).toBe(200);
    expect(await present()).toMatchObject({
      phone: '+12185550100',
      address: { street: '14 Harbor Street' },
    });

    await report(slug);
    const ofPhone = await newest();
    expect(ofPhone.change).toEqual({ phone: '+12185550147' });
    expect((await accept(ofPhone.id, given('16 Harbor Street'))).status).toBe(200);
    expect(await present()).toMatchObject({
      phone: '+12185550100',
      address: { street: '16 Harbor Street' },
    });
  });

  it('cannot change fields that an admin cannot change', async () => {
    const { slug } = await someBusiness();
    await report(slug, { about: 'website', correction: 'javascript:alert(1)' });
    const { id } = await newest();
    expect((await accept(id)).status).toBe(400);
    expect((await admin('GET', `suggestions/${id}`)).body.data.status).toBe('pending');
  });

  it('are not applied to a business removed in the meantime (410)', async () => {
    const { slug, id } = await someBusiness();
    await report(slug);
    const suggestion = await newest();
    await pool.query('UPDATE businesses SET removed_at = now() WHERE id = $1', [id]);
    expect((await accept(suggestion.id)).status).toBe(410);
    expect((await getPage(`${program.url}/b/${slug}/report`)).status).toBe(410);
  });

  it('can add a missing business', async () => {
    const name = `Granite Books ${randomBytes(3).toString('hex')}`;
    const email = someEmail();
    expect((await suggest({ name, email, phone: '218 555 0148' })).status).toBe(303);
    const suggestion = await newest();
    expect(suggestion).toMatchObject({ about: 'missing', businessId: null });
    const { status, body } = await accept(suggestion.id);
    expect(status).toBe(200);
    const added = await businessOf(body.data.businessId);
    expect(added).toMatchObject({
      name,
      phone: '+12185550148',
      address: { city: 'Ely' },
    });
    const mail = await mailTo(database.env.DATA_DIR, email, /was accepted/);
    expect(mail.text).toContain(`/b/${added.slug}`);
  });

  it('can add an event, whose page the visitor is mailed', async () => {
    const email = someEmail();
    const times = { startsAt: '9:30 PM', endsAt: '1 a.m.' };
    const { status, headers } = await suggestEvent({ email, ...times });
    expect([status, headers.get('location')]).toEqual([303, '/suggest-event/sent']);
    expect((await getPage(`${program.url}/suggest-event/sent`)).status).toBe(200);
    const { id, ...suggestion } = await newest();
    expect(suggestion).toMatchObject({
      about: 'event',
      businessId: null,
      change: {
        name: 'Ice Fishing Derby',
        startsAt: '2035-01-21T03:30:00.000Z',
        endsAt: '2035-01-21T07:00:00.000Z',
        venue: 'Shagawa Lake',
        address: { city: 'Ely' },
      },
    });
    expect((await accept(id)).status).toBe(200);
    const event = await edit('GET', `events/${(await lastAccepted()).eventId}`);
    expect(event).toMatchObject({
      name: 'Ice Fishing Derby',
      description: 'Free for children.',
      venue: 'Shagawa Lake',
    });
    const mail = await mailTo(database.env.DATA_DIR, email, /was accepted/);
    expect(mail.text).toContain(`${program.url}/events/${event.slug}`);
  });

  it('can add a deal of a business named by the address of its page', async () => {
    const { id: businessId, slug } = await someBusiness();
    await suggestDeal({ business: `https://directory.example/es/b/${slug}?confirmed=yes` });
    const suggestion = await newest();
    expect(suggestion).toMatchObject({
      about: 'deal',
      businessId,
      change: {
        business: slug,
        title: 'Two rolls for one',
        startsAt: '2035-01-20T06:00:00.000Z',
        endsAt: '2035-02-01T06:00:00.000Z',
      },
    });
    const { status, body } = await accept(suggestion.id);
    expect([status, body.data.businessId]).toEqual([200, businessId]);
    const deal = await edit('GET', `deals/${(await lastAccepted()).dealId}`);
    expect(deal).toMatchObject({
      title: 'Two rolls for one',
      business: { id: businessId },
    });
  });

  it('can add a deal of a business that was merged in the meantime', async () => {
    const from = await someBusiness();
    const into = await someBusiness();
    await suggestDeal({ business: from.slug });
    const { id } = await newest();
    await edit('POST', `businesses/${into.id}/merge`, { from: from.id, force: true });
    const { status, body } = await accept(id);
    expect([status, body.data.businessId]).toEqual([200, into.id]);
  });

  it('can be reopened and accepted after a merge of their business', async () => {
    const from = await someBusiness();
    const into = await someBusiness();
    await report(from.slug);
    const { id } = await newest();
    await admin('POST', `suggestions/${id}/dismiss`, { reason: 'A mistake.' });
    await edit('POST', `businesses/${into.id}/merge`, { from: from.id, force: true });
    await admin('POST', `suggestions/${id}/reopen`);
    const { status, body } = await accept(id);
    expect([status, body.data.businessId]).toEqual([200, into.id]);
    expect((await businessOf(into.id)).phone).toBe('+12185550147');
  });

  it('can be as long as their fields allow, in any script', async () => {
    const text = (length: number) => '🐟'.repeat(length);
    const names = { business: text(200), title: text(200), code: text(100) };
    const texts = { description: text(1000), terms: text(1000), source: text(500) };
    expect((await suggestDeal({ ...names, ...texts })).status).toBe(303);
  });

  it('let an admin name the business of a deal, and refuse another kind of change', async () => {
    const { slug, id: businessId } = await someBusiness();
    await suggestDeal();
    const { id, change } = await newest();
    const fields = async (body: object) => {
      const answer = await accept(id, body);
      return [answer.status, answer.body.error.details[0].field];
    };
    expect(await fields({})).toEqual([400, 'business']);
    expect(await fields({ change: { phone: null } })).toEqual([400, 'change']);
    const { status, body } = await accept(id, { deal: { ...(change as object), business: slug } });
    expect([status, body.data.businessId]).toEqual([200, businessId]);
  });

  it('are dismissed with a reason, which is sent to the visitor', async () => {
    const { id, slug } = await someBusiness();
    const email = someEmail();
    await report(slug, { email });
    const suggestion = await newest();
    const path = `suggestions/${suggestion.id}/dismiss`;
    expect((await admin('POST', path, {})).status).toBe(400);
    const { body } = await admin('POST', path, { reason: 'Their website says otherwise.' });
    expect(body.data).toMatchObject({ status: 'dismissed', decidedBy: expect.any(String) });
    expect((await admin('POST', path, { reason: 'Again.' })).status).toBe(409);
    const mail = await mailTo(database.env.DATA_DIR, email, /was not accepted/);
    expect(mail.text).toContain('Their website says otherwise.');
    expect((await businessOf(id)).phone).toBe('+12185550100');
    expect(
      (await admin('GET', `suggestions/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`)).status,
    ).toBe(404);
  });

  it('can be reopened after a dismissal, and decided again', async () => {
    const { slug } = await someBusiness();
    const email = someEmail();
    await report(slug, { email });
    const { id } = await newest();
    const decide = (decision: string, json?: object) =>
      admin('POST', `suggestions/${id}/${decision}`, json);
    const conflict = async (decision: string) => {
      const { status, body } = await decide(decision, { reason: 'A mistake.' });
      expect(status).toBe(409);
      return body.error.message;
    };
    expect(await conflict('reopen')).toBe('The suggestion is pending.');
    await decide('dismiss', { reason: 'A mistake.' });
    expect(await conflict('dismiss')).toMatch(/already dismissed by \S+@\S+ at \d{4}-.*Z\.$/);
    const { body } = await decide('reopen');
    expect(body.data).toMatchObject({ status: 'pending', reason: null, decidedBy: null });
    expect((await newest()).id).toBe(id);
    expect((await decide('accept', {})).body.data.status).toBe('accepted');
    expect((await decide('reopen')).status).toBe(409);
    await mailTo(database.env.DATA_DIR, email, /was accepted/);
  });

  it('are listed for review: pending ones first, oldest first', async () => {
    const { slug } = await someBusiness();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      await report(slug);
      ids.push((await newest()).id);
    }
    await admin('POST', `suggestions/${ids[0]}/dismiss`, { reason: 'No.' });
    const { body } = await admin('GET', 'suggestions?limit=100');
    const listed = body.data.map(({ id }: { id: string }) => id);
    expect(listed.filter((id: string) => ids.includes(id))).toEqual([ids[1], ids[2], ids[0]]);
  });

  const FORMS = {
    report: async (fields: Record<string, string>) => report((await someBusiness()).slug, fields),
    event: suggestEvent,
    deal: suggestDeal,
  };

  it.each<[keyof typeof FORMS, string, Record<string, string>]>([
    ['report', 'about', { about: 'colour' }],
    ['report', 'about', { about: '' }],
    ['report', 'correction', { correction: '' }],
    ['report', 'correction', { correction: 'x'.repeat(10_000) }],
    ['report', 'correction', { correction: 'Open\u202eesolC' }],
    ['report', 'source', { source: '' }],
    ['report', 'email', { email: 'a@example.org\r\nBcc: stolen@elsewhere.test' }],
    ['event', 'startsOn', { startsOn: '2020-01-20' }],
    ['event', 'startsOn', { startsOn: '2035-02-30' }],
    ['event', 'startsAt', { startsAt: '25:00' }],
    ['event', 'startsAt', { startsAt: '13:30 PM' }],
    ['event', 'endsOn', { endsOn: '2035-01-19' }],
    ['event', 'endsOn', { endsOn: '2035-02-21' }],
    ['event', 'endsAt', { endsAt: '' }],
    ['event', 'endsAt', { startsAt: '14:00', endsAt: '13:00' }],
    ['event', 'city', { city: '' }],
    ['deal', 'endsOn', { endsOn: '2035-01-19' }],
    ['deal', 'endsOn', { startsOn: '', endsOn: '2020-01-20' }],
    ['deal', 'business', { business: '' }],
  ])('are rejected with 400: a form for a %s, naming %s, with %j', async (form, field, fields) => {
    const { status, html } = await FORMS[form](fields);
    expect([status, Object.keys(problemsIn(html))]).toEqual([400, [field]]);
  });

  it('are protected like the other forms', async () => {
    const { slug } = await someBusiness();
    const used = await tokenOfAge(pool, 'report', MINUTE);
    const ofAnother = await tokenOfAge(pool, 'key-request', MINUTE);
    expect((await report(slug, { token: used })).status).toBe(303);
    expect((await report(slug, { token: used })).status).toBe(400);
    expect((await report(slug, { token: ofAnother })).status).toBe(400);
    expect((await report(slug, { fax: '1' })).status).toBe(400);
    const foreign = { ...someAddress(), 'sec-fetch-site': 'cross-site' };
    expect((await report(slug, {}, foreign)).status).toBe(403);
  });
});
