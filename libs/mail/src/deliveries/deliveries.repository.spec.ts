import { randomUUID } from 'node:crypto';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import {
  DeliveriesRepository,
  type LeasedDelivery,
  type Outcome,
} from './deliveries.repository.js';

const LEASE_SECONDS = 15;
const SENT: Outcome = { status: 'sent', sentAt: new Date('2026-03-01T12:00:00Z') };
const BUSY: Outcome = { status: 'pending', error: 'Busy.', retrySeconds: 60 };

describe(DeliveriesRepository.name, () => {
  const served = useMigratedDatabase();
  let deliveries: DeliveriesRepository;

  beforeEach(async () => {
    await served.database.delivery.deleteMany();
    deliveries = new DeliveriesRepository(served.database);
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
  const leaseOne = async () => (await deliveries.leaseDue(1))[0]!;
  const settle = (leased: LeasedDelivery, outcome: Outcome) =>
    deliveries.settle(leased, outcome, served.database);
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
    expect((await deliveries.leaseDue(1)).map(({ id }) => id)).toEqual([first]);
    expect((await deliveries.leaseDue(5)).map(({ id }) => id)).toEqual([late]);
    expect(await deliveries.leaseDue(5)).toEqual([]);
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
    expect(await deliveries.leaseDue(5)).toEqual([]);
  });

  it('leases a delivery again once its lease has expired', async () => {
    const id = await add();
    const leased = await leaseOne();
    expect((await read(id)).heldFor).toBeCloseTo(LEASE_SECONDS, 0);
    await lapse(leased);
    await deliveries.renew(leased);
    expect(await deliveries.leaseDue(1)).toEqual([]);
    await lapse(leased);
    expect(await leaseOne()).toMatchObject({ id, attempt: 2 });
  });

  it('lets only the owner of the lease renew it and record the outcome, once', async () => {
    const id = await add();
    const lost = await leaseOne();
    await lapse(lost);
    const taken = await leaseOne();
    const before = await served.database.delivery.findUniqueOrThrow({ where: { id } });
    await deliveries.renew(lost);
    expect(await settle(lost, SENT)).toBe(false);
    expect(await served.database.delivery.findUniqueOrThrow({ where: { id } })).toEqual(before);

    expect(await settle(taken, SENT)).toBe(true);
    expect(await settle(taken, { status: 'failed', error: 'Too late.' })).toBe(false);
    expect(await read(id)).toMatchObject({ status: 'sent', error: null, heldFor: null });
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
    await settle(leased, BUSY);
    await correct('cy@example.org');
    const again = await leaseOne();
    expect(again.recipient).toBe('cy@example.org');
    await correct('dora@example.org');
    await settle(again, SENT);
    const sent = await served.database.delivery.findUniqueOrThrow({ where: { id } });
    expect(sent.recipient).toBe('cy@example.org');
  });

  it('does not settle other deliveries', async () => {
    const ids = [await add(), await add()];
    const leased = await deliveries.leaseDue(2);
    await settle(leased[0]!, { status: 'failed', error: 'No such user.' });
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).status));
    expect(statuses.sort()).toEqual(['failed', 'pending']);
  });

  it('records the sending time and clears the previous error', async () => {
    const id = await add();
    await settle(await leaseOne(), BUSY);
    const postponed = await read(id);
    expect(postponed).toMatchObject({ status: 'pending', error: 'Busy.', heldFor: null });
    expect(postponed.dueIn).toBeCloseTo(60, 0);
    expect(await deliveries.leaseDue(1)).toEqual([]);
    await served.database.delivery.update({ where: { id }, data: { nextAttemptAt: new Date(0) } });
    await settle(await leaseOne(), SENT);
    const { status, sentAt, lastError } = await served.database.delivery.findUniqueOrThrow({
      where: { id },
    });
    expect([status, sentAt, lastError]).toEqual(['sent', SENT.sentAt, null]);
  });
});
