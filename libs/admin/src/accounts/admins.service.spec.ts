import { randomUUID } from 'node:crypto';
import type { Admin } from '#libs/database/src/database.js';
import { adminServices } from '../../../../test/support/admin-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { Actor } from '../audit/audit.service.js';
import { AdminsService } from './admins.service.js';

const PASSWORD = 'royal banana kettle';
const UNKNOWN = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40';

const OPERATOR = { operator: 'olga' };

describe(AdminsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let admins: AdminsService;
  let forgive: jest.SpyInstance;

  beforeEach(async () => {
    // The audit log refers to admins, so they cannot be deleted.
    await served.database.admin.updateMany({ data: { disabledAt: new Date(0) } });
    clock = new ManualClock();
    const services = adminServices(served.database, clock);
    admins = services.admins;
    forgive = jest.spyOn(services.throttle, 'forgive');
  });

  const add = (name: string, email = `${randomUUID()}@example.org`, actor: Actor = OPERATOR) =>
    admins.add({ email, name, password: PASSWORD }, actor);
  const entries = ({ id }: Admin) =>
    served.database.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  const signIn = ({ id }: Admin) =>
    served.database.adminSession.create({
      data: {
        adminId: id,
        tokenHash: Buffer.from(randomUUID()),
        address: '192.0.2.7',
        expiresAt: clock.now(),
      },
    });
  const sessionsOf = ({ id }: Admin) =>
    served.database.adminSession.count({ where: { adminId: id } });

  it('adds an admin and records the actor and network, but not the password', async () => {
    const ada = await add('Ada');
    expect(ada.createdAt).toEqual(clock.now());
    const bea = await add('Bea', undefined, { id: ada.id, address: '192.0.2.7' });
    const [entry] = await entries(bea);
    expect(entry).toMatchObject({
      adminId: ada.id,
      address: '192.0.2.0/24',
      action: 'admin.add',
      subject: 'admin',
      at: clock.now(),
      after: { email: bea.email, name: 'Bea' },
    });
    expect(JSON.stringify(entry)).not.toContain('kettle');
    expect(await admins.findByEmail(bea.email)).toMatchObject({ id: bea.id });
  });

  it('lists the oldest account first', async () => {
    const first = await add('Zoe');
    clock.advance(1);
    const second = await add('Ada');
    const ids = (await admins.list()).map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    const tied = [3, 1, 2].map((n) => randomUUID().replace(/^./, `${n}`));
    for (const id of tied) {
      const data = { id, email: `${id}@example.org`, name: 'Bea', passwordHash: '' };
      await served.database.admin.create({ data: { ...data, createdAt: new Date(0) } });
    }
    expect((await admins.list()).slice(0, 3).map(({ id }) => id)).toEqual([...tied].sort());
  });

  it('rethrows other database errors', async () => {
    const failure = new Error('The disk is full.');
    const transaction = jest.spyOn(served.database, '$transaction').mockRejectedValueOnce(failure);
    await expect(add('Ada')).rejects.toBe(failure);
    transaction.mockRestore();
  });

  it('disables and signs out an admin, but never the last one', async () => {
    const ada = await add('Ada');
    const bea = await add('Bea');
    await signIn(ada);
    await signIn(bea);
    clock.advance(1_000);
    expect(await admins.disable(ada.id, OPERATOR)).toMatchObject({ disabledAt: clock.now() });
    expect([await sessionsOf(ada), await sessionsOf(bea)]).toEqual([0, 1]);
    await expect(admins.disable(bea.id, OPERATOR)).rejects.toMatchObject({ code: 'conflict' });
    expect(await sessionsOf(bea)).toBe(1);

    // Disabling a disabled admin changes nothing, even if only one enabled admin is left.
    clock.advance(1_000);
    const { disabledAt } = await admins.disable(ada.id, OPERATOR);
    expect(disabledAt).toEqual(new Date(clock.now().getTime() - 1_000));
    expect((await entries(ada)).map(({ action }) => action)).toEqual([
      'admin.add',
      'admin.disable',
    ]);
  });

  it('enables an admin and records it once', async () => {
    const ada = await add('Ada');
    await add('Bea');
    await admins.disable(ada.id, OPERATOR);
    expect((await admins.enable(ada.id, OPERATOR)).disabledAt).toBeNull();
    expect((await admins.enable(ada.id, OPERATOR)).disabledAt).toBeNull();
    const actions = (await entries(ada)).map(({ action }) => action);
    expect(actions).toEqual(['admin.add', 'admin.disable', 'admin.enable']);
  });

  it('sets a password and signs out only that admin', async () => {
    const ada = await add('Ada');
    const bea = await add('Bea');
    await signIn(ada);
    await signIn(bea);
    const weak = admins.resetPassword(ada.id, 'password1234', OPERATOR);
    await expect(weak).rejects.toMatchObject({ code: 'invalid_body' });
    expect([await sessionsOf(ada), forgive.mock.calls]).toEqual([1, []]);

    await admins.resetPassword(ada.id, 'another banana kettle', OPERATOR);
    const { passwordHash } = await admins.findByEmail(ada.email);
    expect(passwordHash).toBe('hash of another banana kettle');
    expect((await admins.findByEmail(bea.email)).passwordHash).toBe(`hash of ${PASSWORD}`);
    expect([await sessionsOf(ada), await sessionsOf(bea)]).toEqual([0, 1]);
    expect(forgive.mock.calls).toEqual([[ada.email]]);
    expect((await entries(ada)).at(-1)).toMatchObject({ action: 'admin.reset-password' });
  });

  it('signs an admin out everywhere and records the number of sessions', async () => {
    const ada = await add('Ada');
    const bea = await add('Bea');
    for (const admin of [ada, ada, bea]) await signIn(admin);
    await admins.signOutEverywhere(ada.id, OPERATOR);
    expect([await sessionsOf(ada), await sessionsOf(bea)]).toEqual([0, 1]);
    expect((await entries(ada)).at(-1)).toMatchObject({
      action: 'admin.sign-out-everywhere',
      before: { sessions: 2 },
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['disable', () => admins.disable(UNKNOWN, OPERATOR)],
    ['enable', () => admins.enable(UNKNOWN, OPERATOR)],
    ['reset the password of', () => admins.resetPassword(UNKNOWN, PASSWORD, OPERATOR)],
    ['sign out', () => admins.signOutEverywhere(UNKNOWN, OPERATOR)],
    ['find', () => admins.findByEmail('nobody@example.org')],
  ])('throws not_found when asked to %s an unknown admin', async (_what, act) => {
    await expect(act()).rejects.toMatchObject({ code: 'not_found' });
    expect(await served.database.auditEntry.count({ where: { subjectId: UNKNOWN } })).toBe(0);
  });
});
