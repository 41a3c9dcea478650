import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { adminServices } from '../../../../test/support/admin-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import type { AdminsService } from '../accounts/admins.service.js';
import type { PasswordsService } from '../accounts/passwords.service.js';
import { SignInService } from './sign-in.service.js';
import type { SignInThrottle } from './sign-in-throttle.js';

const PASSWORD = 'royal banana kettle';
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
const HOME = '192.0.2.7';
const ELSEWHERE = '198.51.100.1';

const OPERATOR = { operator: 'olga' };

describe(SignInService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let throttle: SignInThrottle;
  let admins: AdminsService;
  let passwords: PasswordsService;
  let signIn: SignInService;
  let email: string;
  let id: string;

  beforeEach(async () => {
    const { database } = served;
    await database.attemptWindow.deleteMany();
    clock = new ManualClock();
    ({ admins, passwords, signIn, throttle } = adminServices(database, clock));
    email = `${randomUUID()}@example.org`;
    ({ id } = await admins.add({ email, name: 'Ada', password: PASSWORD }, OPERATOR));
  });

  /** Follows the route: counts the address before it reads the form. */
  const tryFrom = async (address: string, password = PASSWORD, username = email) => {
    try {
      await throttle.admitAddress(address);
      await signIn.withPassword(username, password, address);
      return 'signed in';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const fail = async (times: number, address: (n: number) => string) => {
    for (let n = 1; n <= times; n++) {
      expect(await tryFrom(address(n), 'wrong')).toBe('unauthorized');
    }
  };
  const anywhere = (n: number) => `203.0.113.${n}`;

  it('allows an address 30 failures, and uncounts only the attempt that succeeded', async () => {
    for (let n = 1; n <= 29; n++) await tryFrom(HOME, 'wrong', `${n}@example.org`);
    expect(await tryFrom(HOME)).toBe('signed in');
    expect(await tryFrom(HOME, 'wrong', 'thirty@example.org')).toBe('unauthorized');
    expect(await tryFrom(HOME)).toBe('rate_limited');
    expect(await tryFrom(ELSEWHERE)).toBe('signed in');
  });

  it('admits an address again once the sign-ins that used up its limit have succeeded', async () => {
    const attempts = await Promise.all(Array.from({ length: 31 }, () => tryFrom(HOME)));
    expect(attempts.filter((outcome) => outcome === 'rate_limited')).toHaveLength(1);
    expect(await tryFrom(HOME)).toBe('signed in');
  });

  it('allows an account ten failures and resets the count after a success', async () => {
    await fail(9, anywhere);
    expect(await tryFrom(ELSEWHERE)).toBe('signed in');
    await fail(10, anywhere);
    expect(await tryFrom('198.51.101.1')).toBe('rate_limited');
  });

  it('allows a known network 30 more failures for the account across all its addresses', async () => {
    expect(await tryFrom(ELSEWHERE)).toBe('signed in');
    await fail(10, anywhere);
    await fail(30, (n) => `198.51.100.${n + 1}`);
    expect(await tryFrom('198.51.100.99')).toBe('rate_limited');
  });

  it('compares one password at a time under concurrent sign-ins', async () => {
    let running = 0;
    let most = 0;
    jest.spyOn(passwords, 'matches').mockImplementation(async () => {
      most = Math.max(most, ++running);
      await endOfTurn();
      running--;
      return false;
    });
    const addresses = Array.from({ length: 20 }, (_, n) => anywhere(n));
    const verdicts = await Promise.all(
      addresses.map((address, n) => tryFrom(address, 'wrong', `${n}@example.org`)),
    );
    expect(verdicts).toEqual(addresses.map(() => 'unauthorized'));
    expect(most).toBe(1);
  });

  it('hides whether an address has an account: same hash comparison, same limit', async () => {
    const unknown = `${randomUUID()}@example.org`;
    const compare = jest.spyOn(passwords, 'matches');
    expect(await tryFrom(HOME, PASSWORD, unknown)).toBe('unauthorized');
    expect(compare.mock.calls).toEqual([[undefined, PASSWORD]]);
    for (let n = 2; n <= 10; n++) await tryFrom(anywhere(n), PASSWORD, unknown);
    expect(await tryFrom(ELSEWHERE, PASSWORD, unknown)).toBe('rate_limited');
  });

  it('records a failure without an account, and none of its input', async () => {
    await tryFrom(HOME, PASSWORD, 'typed@example.org');
    const entry = await served.database.auditEntry.findFirstOrThrow({
      where: { action: 'admin.sign-in-failed' },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ subjectId: null, after: { account: 'none' } });
    expect(JSON.stringify(entry)).not.toMatch(/typed|kettle/);
  });

  it('lets an address and an account try again after exactly 15 minutes', async () => {
    for (let n = 1; n <= 30; n++) await tryFrom(HOME, 'wrong', `${n}@example.org`);
    await fail(10, anywhere);
    clock.advance(WINDOW_MS - 1_000);
    expect(await tryFrom(HOME, PASSWORD, 'else@example.org')).toBe('rate_limited');
    expect(await tryFrom(ELSEWHERE)).toBe('rate_limited');
    clock.advance(1_000);
    expect(await tryFrom(HOME, PASSWORD, 'else@example.org')).toBe('unauthorized');
    expect(await tryFrom(ELSEWHERE)).toBe('signed in');
  });

  it('exempts a known network from the account limit for 30 days after a sign-in', async () => {
    expect(await tryFrom(HOME)).toBe('signed in');
    clock.advance(30 * DAY_MS - 1);
    await fail(10, anywhere);
    expect(await tryFrom(HOME)).toBe('signed in');
    await fail(10, anywhere);
    expect(await tryFrom(ELSEWHERE)).toBe('rate_limited');

    clock.advance(30 * DAY_MS);
    await fail(10, anywhere);
    expect(await tryFrom(HOME)).toBe('rate_limited');
  });

  it('does not exempt networks from which only another account signed in', async () => {
    const bea = `${randomUUID()}@example.org`;
    await admins.add({ email: bea, name: 'Bea', password: PASSWORD }, OPERATOR);
    expect(await tryFrom(HOME, PASSWORD, bea)).toBe('signed in');
    await fail(10, anywhere);
    expect(await tryFrom(HOME)).toBe('rate_limited');
  });

  it('allows sign-in immediately after a password reset', async () => {
    await fail(10, anywhere);
    expect(await tryFrom(ELSEWHERE)).toBe('rate_limited');
    await admins.resetPassword(id, `${PASSWORD} two`, OPERATOR);
    expect(await tryFrom(ELSEWHERE)).toBe('unauthorized');
    expect(await tryFrom(ELSEWHERE, `${PASSWORD} two`)).toBe('signed in');
  });

  it('refuses a disabled account in the same way as a wrong password', async () => {
    await admins.add(
      { email: `${randomUUID()}@example.org`, name: 'B', password: PASSWORD },
      OPERATOR,
    );
    await admins.disable(id, OPERATOR);
    expect(await tryFrom(HOME)).toBe('unauthorized');
    const where = { action: 'admin.sign-in-failed', subjectId: id };
    expect(await served.database.auditEntry.findMany({ where })).toMatchObject([
      {
        adminId: null,
        operator: null,
        address: '192.0.2.0/24',
        after: { failuresThisHour: 1, account: 'disabled' },
      },
    ]);
    await admins.enable(id, OPERATOR);
    expect(await tryFrom(HOME)).toBe('signed in');
  });

  it('records ten failures per hour and account', async () => {
    const counts = async () => {
      const where = { action: 'admin.sign-in-failed', subjectId: id };
      const entries = await served.database.auditEntry.findMany({ where, orderBy: { id: 'asc' } });
      return entries.map(({ after }) => (after as { failuresThisHour: number }).failuresThisHour);
    };
    // Uses a new address each time and resets the account, so that neither limit applies.
    for (let n = 1; n <= 11; n++) {
      await fail(1, () => anywhere(n));
      await throttle.forgive(email);
    }
    expect(await counts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    clock.advance(3_600_000);
    await fail(1, () => HOME);
    expect((await counts()).at(-1)).toBe(1);
  });
});
