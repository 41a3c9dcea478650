import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { getPage } from '../support/page.ts';
import { ADMIN } from '../support/program.ts';
import { importUpload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

const startsAt = '2020-01-01T00:00:00Z';

describe('merging two businesses', () => {
  const { program, pool, key, token, admin, edit, api } = useDirectory();

  const add = (name: string, more: object = {}) => edit('POST', 'businesses', { name, ...more });
  const merge = (into: string, from: string, ifMatch = '*') =>
    admin('POST', `businesses/${into}/merge`, { from }, ifMatch);
  const leadsTo = async (idOrSlug: string) => {
    const address = `${program.url}/api/v1/businesses/${idOrSlug}`;
    const { status, headers } = await call('GET', address, { key, redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const history = async (idOrSlug: string) => {
    const { body } = await admin('GET', `businesses/${idOrSlug}/history`);
    return body.data.map(({ text }: { text: string }) => text);
  };

  it('moves events and deals, redirects all addresses, and updates copies', async () => {
    const stays = await add('Stays');
    const goes = await add('Once Called');
    await edit('PATCH', `businesses/${goes.id}`, { name: 'Goes' }, '*');
    const deal = await edit('POST', 'deals', { title: 'Rolls', business: 'goes', startsAt });
    const event = await edit('POST', 'events', {
      name: 'Dance',
      business: 'goes',
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      endsAt: new Date(Date.now() + 90_000_000).toISOString(),
    });
    const { pagination } = (await api('changes')).body;
    const { updatedAt } = (await api('businesses/goes')).body.data;

    const { status, body, headers } = await merge('stays', 'goes', stays.tag);

    expect([status, headers.get('etag')]).toEqual([200, stays.tag]);
    expect(body.data).toEqual((await api('businesses/stays')).body.data);
    for (const address of ['goes', 'once-called', goes.id, goes.id.toUpperCase()]) {
      expect(await leadsTo(address)).toEqual([308, '/api/v1/businesses/stays']);
    }
    for (const address of ['/b/goes', '/b/once-called', '/es/b/goes']) {
      const page = await getPage(program.url + address);
      expect([page.status, page.headers.get('location')]).toEqual([
        308,
        address.replace(/[^/]+$/, 'stays'),
      ]);
    }
    expect((await api(`deals/${deal.id}`)).body.data.business.slug).toBe('stays');
    expect((await api(`events/${event.id}`)).body.data.business.slug).toBe('stays');
    for (const business of ['stays', 'goes', 'once-called', goes.id]) {
      expect((await api(`deals?business=${business}`)).body.data).toHaveLength(1);
    }

    const changes = (await api(`changes?after=${pagination.next}`)).body.data;
    expect(changes).toMatchObject([
      { type: 'business', id: goes.id, deleted: true },
      { type: 'event', id: event.id, record: { business: { slug: 'stays' } } },
      { type: 'deal', id: deal.id, record: { business: { slug: 'stays' } } },
    ]);
    const since = await api(`businesses?status=any&updatedSince=${updatedAt}`);
    expect(
      since.body.data.filter(({ removedAt }: any) => removedAt).map(({ id }: any) => id),
    ).toEqual([goes.id]);
    expect((await history('stays'))[0]).toMatch(
      / merged “Goes” \(goes\) into it, with 1 event and 1 deal\.$/,
    );
    expect((await history('goes'))[0]).toMatch(/ merged it into “Stays” \(stays\)\.$/);
  });

  it('redirects through a second merge', async () => {
    for (const name of ['First', 'Second', 'Third']) await add(name);
    expect((await merge('second', 'first')).status).toBe(200);
    expect((await merge('third', 'second')).status).toBe(200);
    for (const former of ['first', 'second']) {
      expect(await leadsTo(former)).toEqual([308, '/api/v1/businesses/third']);
    }
    await edit('DELETE', 'businesses/third', undefined, '*');
    expect((await leadsTo('first'))[0]).toBe(410);
  });

  it('is undone by restoring, except for moved events and deals', async () => {
    await add('Whole');
    const part = await add('Part');
    await edit('POST', 'deals', { title: 'Moved', business: 'part', startsAt });
    await merge('whole', 'part');
    await edit('POST', `businesses/${part.id}/restore`, undefined, '*');
    await eventually(async () => (await leadsTo('part'))[0] === 200);
    expect((await leadsTo(part.id))[0]).toBe(200);
    expect((await api('deals?business=part')).body.data).toEqual([]);
    expect((await api('deals?business=whole')).body.data).toHaveLength(1);
    expect((await merge('whole', 'part')).status).toBe(200);
    expect(await leadsTo('part')).toEqual([308, '/api/v1/businesses/whole']);
  });

  it('is refused for itself, an unknown business, or a removed one', async () => {
    await add('Alone');
    await add('Gone');
    for (const from of ['alone', 'nonesuch', 'Not A Slug']) {
      const { status, body } = await merge('alone', from);
      expect([status, body.error.details[0].field]).toEqual([400, 'from']);
    }
    await edit('DELETE', 'businesses/gone', undefined, '*');
    expect((await merge('alone', 'gone')).status).toBe(409);
    expect((await merge('gone', 'alone')).status).toBe(410);
    expect((await merge('alone', 'gone', '"99"')).status).toBe(412);
    const bare = await admin('POST', 'businesses/alone/merge', { from: 'gone' }, null);
    expect(bare.status).toBe(428);
  });

  it('needs force if both name and city differ', async () => {
    const add = (name: string, city?: string) =>
      edit('POST', 'businesses', { name, address: { city } });
    const mill = await add('Old Mill', 'Ely');
    const bank = await add('River Bank', 'Winona');
    const { status, body } = await merge(mill.id, bank.id);
    expect([status, body.error.message]).toEqual([
      409,
      'River Bank in Winona and Old Mill in Ely differ in name and city. ' +
        'If they are the same business, send "force": true.',
    ]);
    for (const [name, city] of [
      ['The Old Mill, LLC', 'Duluth'],
      ['Grist House', 'ELY'],
      ['Grist Hall', undefined],
    ] as const) {
      expect((await merge(mill.id, (await add(name, city)).id)).status).toBe(200);
    }
    const forced = { from: bank.id, force: true };
    expect((await admin('POST', `businesses/${mill.id}/merge`, forced, '*')).status).toBe(200);
    expect(await leadsTo(bank.id)).toEqual([308, `/api/v1/businesses/${mill.slug}`]);
  });

  it('succeeds for one of two admins who merge at once, and informs the other', async () => {
    for (const name of ['One', 'Two', 'Three']) await add(name);
    const same = await Promise.all([merge('one', 'three'), merge('two', 'three')]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = same.find(({ status }) => status === 409)!;
    expect(lost.body.error.message).toMatch(/^Three was already merged into (One|Two)\.$/);
    const crossed = await Promise.all([merge('one', 'two'), merge('two', 'one')]);
    expect(crossed.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('is not undone by an import or by adding the merged business again', async () => {
    const address = { street: '7 Lake Street', city: 'Ely' };
    await add('Loon Cafe', { address });
    const goes = await add('Loon Coffee House', { address: { ...address, street: '7 Lake St W' } });
    await merge('loon-cafe-ely', goes.id);
    const csv = 'name,street,city,state,phone\nLoon Coffee House,7 Lake St W,Ely,MN,218-555-0100\n';
    const imported = await importUpload(program, token, csv);
    expect(imported).toMatchObject({ status: 'finished', counts: { inserted: 0 } });
    expect(await leadsTo(goes.slug)).toEqual([308, '/api/v1/businesses/loon-cafe-ely']);
    const { status, body } = await admin('POST', 'businesses', {
      name: 'Loon Coffee House',
      address: { ...address, street: '7 Lake St W' },
    });
    expect([status, body.data.slug]).toEqual([409, 'loon-cafe-ely']);
    expect(body.error.message).toContain('was merged into Loon Cafe');
  });

  it('is described in the history, with pagination, newest first', async () => {
    const { id } = await add('Old Name', { phone: '+12185550147' });
    await edit('PATCH', `businesses/${id}`, { phone: '+12185550199' }, '*');
    await edit('DELETE', `businesses/${id}`, undefined, '*');
    await edit('POST', `businesses/${id}/restore`, undefined, '*');
    const { rows } = await pool.query('SELECT name FROM admins WHERE email = $1', [ADMIN.email]);
    const who = rows[0].name;
    const all = [
      `${who} restored it.`,
      `${who} removed it.`,
      `${who} changed the phone from +12185550147 to +12185550199.`,
      `${who} added it as “Old Name”.`,
    ];
    expect(await history(id)).toEqual(all);
    const { body } = await admin('GET', `businesses/old-name/history?page=2&limit=3`);
    expect(body.data.map(({ text }: any) => text)).toEqual(all.slice(3));
    expect(body.pagination).toMatchObject({ total: 4, totalPages: 2 });
    expect((await admin('GET', 'businesses/nonesuch/history')).status).toBe(404);
  });
});
