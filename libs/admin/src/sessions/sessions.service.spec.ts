import { randomUUID } from 'node:crypto';
import type { Admin } from '#libs/database/src/database.js';
import { CredentialLookups } from '#libs/rate-limit/src/lookups/credential-lookups.js';
import { adminServices } from '../../../../test/support/admin-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { AdminsService } from '../accounts/admins.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

const SESSION_SECONDS = 8 * 3600;
const ADDRESS = '192.0.2.7';
const PASSWORD = 'royal banana kettle';

const OPERATOR = { operator: 'olga' };

describe(SessionsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let sessions: SessionsService;
  let admins: AdminsService;
  let ada: Admin;

  beforeEach(async () => {
    clock = new ManualClock();
    ({ admins, sessions } = adminServices(served.database, clock));
    ada = await add('Ada');
  });

  const add = (name: string) =>
    admins.add({ email: `${randomUUID()}@example.org`, name, password: PASSWORD }, OPERATOR);
  const open = async (admin = ada) => (await sessions.open(admin, ADDRESS))!;
  const find = (token: string) => sessions.find(token, ADDRESS);

  it('finds the admin of a valid token only', async () => {
    const token = await open();
    const another = await open(await add('Bea'));
    expect(await find(token)).toMatchObject({ id: ada.id, name: 'Ada', address: ADDRESS });
    expect(await find(another)).toMatchObject({ name: 'Bea' });
    expect(await find('x'.repeat(43))).toBeUndefined();
    expect(await find(`${token} `)).toBeUndefined();
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ])('attributes an unknown token to the network of %s', async (address, network) => {
    const find = jest.spyOn(CredentialLookups.prototype, 'find');
    await sessions.find('x'.repeat(43), address);
    expect(find.mock.calls).toEqual([[expect.any(String), network]]);
    find.mockRestore();
  });

  it('ends a session after exactly eight hours', async () => {
    const token = await open();
    clock.advance(SESSION_SECONDS * 1000 - 1);
    expect(await find(token)).toMatchObject({ id: ada.id });
    expect(await sessions.list(ada.id)).toHaveLength(1);
    clock.advance(1);
    expect(await find(token)).toBeUndefined();
    expect(await sessions.list(ada.id)).toEqual([]);
  });

  it('lists sessions newest first, with network and expiry but without the token', async () => {
    await open();
    const createdAt = clock.now();
    clock.advance(1_000);
    await sessions.open(ada, '198.51.100.1');
    const [newest, oldest, ...more] = await sessions.list(ada.id);
    expect(more).toEqual([]);
    expect(newest).toMatchObject({ address: '198.51.100.0/24', createdAt: clock.now() });
    expect(oldest).toEqual({
      id: expect.any(String) as string,
      address: '192.0.2.0/24',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_SECONDS * 1000),
      admin: { id: ada.id, email: ada.email, name: 'Ada' },
    });
  });

  it("removes only the admin's own expired sessions when a new one opens", async () => {
    const bea = await add('Bea');
    await open(bea);
    await open();
    clock.advance(SESSION_SECONDS * 1000 - 1);
    const lasting = await open();
    clock.advance(1);
    const newest = await open();
    const held = (adminId: string) => served.database.adminSession.count({ where: { adminId } });
    expect([await held(ada.id), await held(bea.id)]).toEqual([2, 1]);
    expect(await find(lasting)).toBeDefined();
    expect(await find(newest)).toBeDefined();
  });

  it('refuses tokens while the account is disabled directly in the database', async () => {
    const token = await open();
    const set = (disabledAt: Date | null) =>
      served.database.admin.update({ where: { id: ada.id }, data: { disabledAt } });
    await set(clock.now());
    expect(await find(token)).toBeUndefined();
    await set(null);
    expect(await find(token)).toBeDefined();
  });

  it('ends only the session that the admin signs out of', async () => {
    const token = await open();
    const another = await open();
    await sessions.close((await find(token))!);
    expect(await find(token)).toBeUndefined();
    expect(await find(another)).toBeDefined();
  });

  it('records sign-ins and sign-outs with the network in the audit log', async () => {
    await sessions.close((await sessions.find(await open(), '198.51.100.1'))!);
    const entries = await served.database.auditEntry.findMany({
      where: { subjectId: ada.id, action: { not: 'admin.add' } },
      orderBy: { id: 'asc' },
    });
    const by = { adminId: ada.id, operator: null, subject: 'admin' };
    expect(entries).toMatchObject([
      { ...by, action: 'admin.sign-in', address: '192.0.2.0/24' },
      { ...by, action: 'admin.sign-out', address: '198.51.100.0/24' },
    ]);
  });

  it('stores no token in the database', async () => {
    const token = await open();
    const rows = await served.database.adminSession.findMany();
    const stored = JSON.stringify(rows.map((row) => ({ ...row, tokenHash: text(row.tokenHash) })));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(text(Buffer.from(token, 'base64url')));
  });

  it('lists the sessions of all admins and records who ended one', async () => {
    const bea = await add('Bea');
    await open();
    clock.advance(SESSION_SECONDS * 1000);
    const hers = await open(bea);
    const herOther = await open(bea);
    clock.advance(1_000);
    const his = await open();
    const session = (await sessions.list(bea.id)).at(-1)!;
    const listed = (await sessions.list()).filter(({ admin }) =>
      [ada.id, bea.id].includes(admin.id),
    );
    expect(listed.map(({ admin }) => admin.name)).toEqual(['Ada', 'Bea', 'Bea']);
    expect(listed.slice(1).map(({ id }) => id)).toEqual(
      (await sessions.list(bea.id)).map(({ id }) => id),
    );
    expect(listed).toContainEqual(session);
    expect(await sessions.end(session.id, OPERATOR)).toMatchObject({ email: bea.email });
    const areOpen = await Promise.all(
      [hers, herOther, his].map(async (token) => !!(await find(token))),
    );
    expect(areOpen.filter(Boolean)).toHaveLength(2);
    expect(await find(his)).toBeDefined();
    await expect(sessions.end(session.id, OPERATOR)).rejects.toMatchObject({ code: 'not_found' });
    const repository = new SessionsRepository(served.database);
    expect(await repository.remove(session.id, served.database)).toBe(false);
    expect(
      await served.database.auditEntry.findMany({ where: { action: 'admin.end-session' } }),
    ).toMatchObject([
      {
        operator: 'olga',
        adminId: null,
        address: null,
        subjectId: bea.id,
        before: { session: session.id },
      },
    ]);
  });
});

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
