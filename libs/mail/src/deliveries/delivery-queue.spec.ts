import { randomUUID } from 'node:crypto';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type LeasedDelivery, DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryQueue } from './delivery-queue.js';

const LEASE_SECONDS = 15;
const ATTEMPTS = 480;

describe(DeliveryQueue.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let queue: DeliveryQueue;

  beforeEach(async () => {
    await served.database.delivery.deleteMany();
    clock = new ManualClock();
    queue = new DeliveryQueue(served.database, new DeliveriesRepository(served.database), clock);
  });

  /** @param inSeconds seconds until it is due, by the database's clock */
  const add = async (inSeconds = -1, data: object = {}) => {
    const id = randomUUID();
    await served.database.delivery.create({
      data: { id, kind: 'test', recipient: 'ada@example.org', data: {}, ...data },
    });
    await served.database.$executeRaw`
      UPDATE deliveries SET next_attempt_at = now() + make_interval(secs => ${inSeconds})
      WHERE id = ${id}::uuid`;
    return id;
  };
  const leaseOne = async () => (await queue.lease(1))[0]!;
  /** Expires the lease, as if its process had died. */
  const lapse = ({ id }: LeasedDelivery) =>
    served.database.$executeRaw`UPDATE deliveries SET leased_until = now() WHERE id = ${id}::uuid`;
  const read = async (id: string) => {
    const [row] = await served.database.$queryRaw<
      { status: string; attempts: number; error: string | null; dueIn: number; heldFor: number }[]
    >`SELECT status::text, attempts, last_error AS error,
        extract(epoch FROM next_attempt_at - now())::float8 AS "dueIn",
        extract(epoch FROM leased_until - now())::float8 AS "heldFor"
      FROM deliveries WHERE id = ${id}::uuid`;
    return row!;
  };

  it('leases due deliveries once each, oldest first', async () => {
    const late = await add(-120);
    const later = await add(60);
    const first = await add(-180);
    expect((await queue.lease(1)).map(({ id }) => id)).toEqual([first]);
    expect((await queue.lease(5)).map(({ id }) => id)).toEqual([late]);
    expect(await queue.lease(5)).toEqual([]);
    expect(await read(later)).toMatchObject({ attempts: 0, heldFor: null });
  });

  it('leases the oldest first in any scan order', async () => {
    // The embedded database has only one session.
    await served.database.$executeRaw`SET enable_indexscan = off`;
    const ids = [];
    for (const inSeconds of [-120, -240, -180]) ids.push(await add(inSeconds));
    expect(await leaseOne()).toMatchObject({ id: ids[1] });
    expect(await leaseOne()).toMatchObject({ id: ids[2] });
    await served.database.$executeRaw`RESET enable_indexscan`;
  });

  it.each(['sent', 'failed', 'superseded'])('does not lease a %s delivery', async (status) => {
    await add(-1, { status });
    expect(await queue.lease(5)).toEqual([]);
  });

  it('leases a delivery again once its lease has expired', async () => {
    const id = await add();
    const leased = await leaseOne();
    expect((await read(id)).heldFor).toBeCloseTo(LEASE_SECONDS, 0);
    await lapse(leased);
    await queue.renew(leased);
    expect(await queue.lease(1)).toEqual([]);
    await lapse(leased);
    expect(await leaseOne()).toMatchObject({ id, attempt: 2 });
  });

  it.each<[string, (leased: LeasedDelivery, alongside: () => Promise<void>) => Promise<void>]>([
    ['sent', (leased, alongside) => queue.markSent(leased, alongside)],
    ['failed', (leased, alongside) => queue.markFailed(leased, 'Too late.', alongside)],
    ['superseded', (leased) => queue.markSuperseded(leased, 'Too late.')],
    ['postponed', (leased, alongside) => queue.postpone(leased, 'Too late.', alongside)],
    ['renewed', (leased) => queue.renew(leased)],
  ])('does not let the former owner of an expired lease mark it %s', async (_how, settle) => {
    const id = await add();
    const lost = await leaseOne();
    await lapse(lost);
    const taken = await leaseOne();
    const before = await served.database.delivery.findUniqueOrThrow({ where: { id } });
    const alongside = jest.fn();
    await settle(lost, alongside);
    expect(await served.database.delivery.findUniqueOrThrow({ where: { id } })).toEqual(before);
    expect(alongside).not.toHaveBeenCalled();

    await queue.markSent(taken, alongside);
    expect(await read(id)).toMatchObject({ status: 'sent', heldFor: null });
    expect(alongside).toHaveBeenCalledTimes(1);
  });

  it('settles a delivery once', async () => {
    const id = await add();
    const leased = await leaseOne();
    await queue.markSent(leased, undefined);
    const alongside = jest.fn();
    await queue.markFailed(leased, 'Too late.', alongside);
    expect(await read(id)).toMatchObject({ status: 'sent', error: null });
    expect(alongside).not.toHaveBeenCalled();
  });

  it('sends the next attempt to a corrected address, and records where the email went', async () => {
    const id = await add();
    const correct = (recipient: string) =>
      served.database.delivery.update({
        where: { id },
        data: { recipient, nextAttemptAt: new Date(0) },
      });
    const leased = await leaseOne();
    await correct('bea@example.org');
    await queue.postpone(leased, 'Busy.', undefined);
    await correct('cy@example.org');
    const again = await leaseOne();
    expect(again.recipient).toBe('cy@example.org');
    await correct('dora@example.org');
    await queue.markSent(again, undefined);
    const sent = await served.database.delivery.findUniqueOrThrow({ where: { id } });
    expect(sent.recipient).toBe('cy@example.org');
  });

  it('does not settle other deliveries', async () => {
    const ids = [await add(), await add()];
    const leased = await queue.lease(2);
    await queue.markFailed(leased[0]!, 'No such user.', undefined);
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).status));
    expect(statuses.sort()).toEqual(['failed', 'pending']);
  });

  it('records nothing if the accompanying change fails', async () => {
    const id = await add();
    const fails = async () => {
      throw new Error('The secret cannot be removed.');
    };
    await expect(queue.postpone(await leaseOne(), 'Busy.', fails)).rejects.toThrow('secret');
    expect(await read(id)).toMatchObject({ error: null, heldFor: expect.any(Number) as number });
  });

  it('records the sending time and clears the previous error', async () => {
    const id = await add();
    await queue.postpone(await leaseOne(), 'Busy.', undefined);
    expect(await read(id)).toMatchObject({ status: 'pending', error: 'Busy.', heldFor: null });
    await served.database.delivery.update({ where: { id }, data: { nextAttemptAt: new Date(0) } });
    await queue.markSent(await leaseOne(), undefined);
    const { status, sentAt, lastError } = await served.database.delivery.findUniqueOrThrow({
      where: { id },
    });
    expect([status, sentAt, lastError]).toEqual(['sent', clock.now(), null]);
  });

  it('delays each attempt longer', async () => {
    const id = await add(-1, { attempts: 5 });
    await queue.postpone(await leaseOne(), 'Busy.', undefined);
    const { dueIn } = await read(id);
    expect(dueIn).toBeGreaterThan(63);
    expect(dueIn).toBeLessThan(1.2 * 64);
    expect(await queue.lease(1)).toEqual([]);
  });

  it(`fails after ${ATTEMPTS} attempts, and after the same number once an admin retries it`, async () => {
    const attempts = async (before: number) => {
      const id = await add(-1, { attempts: before });
      await queue.postpone(await leaseOne(), 'Busy.', undefined);
      return (await read(id)).status;
    };
    expect(await attempts(ATTEMPTS - 2)).toBe('pending');
    expect(await attempts(ATTEMPTS - 1)).toBe('failed');
    expect(await attempts(ATTEMPTS)).toBe('pending');
    expect(await attempts(2 * ATTEMPTS - 1)).toBe('failed');
  });

  it('shortens an error to one line of 500 characters', async () => {
    const kept = async (error: string) => {
      const id = await add();
      await queue.markFailed(await leaseOne(), error, undefined);
      return (await read(id)).error;
    };
    expect(await kept(`  550\r\n\tno ${'x'.repeat(500)}`)).toBe(`550 no ${'x'.repeat(493)}…`);
    expect(await kept('x'.repeat(500))).toBe('x'.repeat(500));
    expect(await kept('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
  });
});
