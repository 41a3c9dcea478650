import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { eventsWithoutExtension, insertEvent } from '../../../../test/support/events.ts';
import { expansionsWithoutThread } from '../../../../test/support/expansions.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { EventsRepository } from '../events.repository.js';
import { toEventCriteria } from '../list/event-criteria.js';
import type { RecurringSchedule } from '../recurrence/schedule.js';
import { ExpansionTimeoutError } from './expansion.service.js';
import { ExtensionService } from './extension.service.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-21T12:00:00Z');

describe(ExtensionService.name, () => {
  const served = useMigratedDatabase();
  let pool: Pool;
  let clock: ManualClock;
  let extension: ExtensionService;
  /** Runs before each rule is expanded. */
  let meanwhile: (schedule: RecurringSchedule) => Promise<unknown>;

  beforeAll(() => {
    Logger.overrideLogger(false);
    ({ pool } = served.database);
  });

  beforeEach(async () => {
    await pool.query('DELETE FROM events');
    clock = new ManualClock(START);
    meanwhile = async () => {};
    const expansions = expansionsWithoutThread((schedule) => meanwhile(schedule));
    extension = new ExtensionService(
      served.database,
      new EventsRepository(served.database),
      expansions,
      clock,
    );
  });

  const insert = (recurrence: string | null, startsAt = new Date(START), lasts?: number) =>
    insertEvent(pool, startsAt, { recurrence, lasts });
  const list = (fromDay: number, toDay: number) => {
    const now = clock.now();
    const at = (day: number) => new Date(now.getTime() + day * DAY_MS);
    const criteria = toEventCriteria({ from: at(fromDay), to: at(toDay) }, now);
    return eventsWithoutExtension(served.database).page(criteria, { page: 1, limit: 100 });
  };
  const expectRefused = (listed: Promise<unknown>) =>
    expect(listed).rejects.toMatchObject({ code: 'unavailable' });
  const advance = (days: number) => clock.advance(days * DAY_MS);
  const leaseUntil = (time: string) =>
    pool.query(`UPDATE event_expansions SET lease_id = gen_random_uuid(), leased_until = ${time}`);

  it('stores occurrences of events that have none; a list is refused until then', async () => {
    await insert('FREQ=WEEKLY');
    await insert(null);
    await expectRefused(list(-1, 30));
    expect((await list(-30, -1)).total).toBe(0);
    expect(await extension.work()).toBe(1);
    expect((await list(-1, 30)).total).toBe(6);
    expect(await extension.work()).toBe(0);
  });

  it('stays ahead of the horizon, extending each event once a month', async () => {
    await insert('FREQ=DAILY');
    expect(await extension.work()).toBe(1);
    const { version } = await list(721, 731);
    for (const [days, extended] of [
      [31, 0],
      [1, 1],
      [31, 0],
      [1, 1],
      [365, 1],
    ] as const) {
      advance(days);
      if (days < 32) expect((await list(721, 731)).total).toBe(10);
      else await expectRefused(list(721, 731));
      expect(await extension.work()).toBe(extended);
      // Occurrences stored later must not appear in a list that was already returned.
      expect(await list(721, 731)).toMatchObject({ version, total: 10 });
    }
  });

  it('leaves no gap where an event lasts beyond the stored time', async () => {
    await insert('FREQ=DAILY', new Date(START), 3 * DAY_MS);
    for (let extended = 0; extended < 3; extended++) {
      expect(await extension.work()).toBe(1);
      advance(32);
    }
    const { rows } = await pool.query<{ longest: string }>(
      `SELECT max(step)::text AS longest
       FROM (SELECT starts_at - lag(starts_at) OVER (ORDER BY starts_at) AS step
             FROM event_occurrences) AS steps`,
    );
    // A day plus the hour by which the clocks are set back.
    expect(rows[0]!.longest).toBe('1 day 01:00:00');
  });

  it('stores every day of an event that no process extended for years', async () => {
    await insert('FREQ=DAILY');
    await extension.work();
    advance(1_500);
    await extension.work();
    expect((await list(-366, -300)).total).toBe(66);
    expect((await list(0, 60)).total).toBe(60);
  });

  it('tries a rule that took too long again, until a list needs its occurrences', async () => {
    await insert('FREQ=DAILY');
    await extension.work();
    const isTooSlow = () => Promise.reject(new ExpansionTimeoutError());
    const endLease = () => leaseUntil(`now() - interval '1 second'`);

    advance(32);
    meanwhile = isTooSlow;
    await expect(extension.work()).rejects.toThrow(ExpansionTimeoutError);
    await endLease();
    meanwhile = async () => {};
    expect(await extension.work()).toBe(1);
    expect((await list(721, 731)).total).toBe(10);

    advance(100);
    meanwhile = isTooSlow;
    await expectRefused(list(721, 731));
    expect(await extension.work()).toBe(1);
    expect((await list(721, 731)).total).toBe(0);
  });

  it('tries a rule of a new event again at once if it took too long', async () => {
    await insert('FREQ=DAILY');
    meanwhile = async () => {
      meanwhile = async () => {};
      throw new ExpansionTimeoutError();
    };
    expect(await extension.work()).toBe(1);
    expect((await list(0, 10)).total).toBe(10);
  });

  it('stops extending a rule that has ended', async () => {
    await insert('FREQ=DAILY;COUNT=3');
    await extension.work();
    const { rowCount } = await pool.query('SELECT FROM event_expansions');
    expect(rowCount).toBe(0);
    expect((await list(-1, 30)).total).toBe(3);
  });

  it('removes only occurrences that no list can show any more', async () => {
    const occurrences = async () => (await pool.query('SELECT FROM event_occurrences')).rowCount;
    await insert('FREQ=DAILY;COUNT=10');
    await extension.work();
    advance(366);
    await extension.work();
    expect((await list(-366, -300)).total).toBe(10);
    // An event lasts up to 31 days and is stored for 31 days longer than it is listed.
    advance(62);
    await extension.work();
    expect(await occurrences()).toBe(10);
    advance(1);
    await extension.work();
    expect(await occurrences()).toBe(9);
    advance(100);
    await extension.work();
    expect(await occurrences()).toBe(0);
  });

  it('skips an event leased by another process until the lease expires', async () => {
    const id = await insert('FREQ=WEEKLY');
    await leaseUntil(`now() + interval '1 minute'`);
    expect(await extension.work()).toBe(0);
    await leaseUntil(`now() - interval '1 second'`);
    expect(await extension.work()).toBe(1);
    expect((await list(-1, 2)).items).toMatchObject([{ id }]);
  });

  it('leases an event for 30 seconds and releases it when done', async () => {
    const seconds = async () => {
      const { rows } = await pool.query<{ left: number | null; isLeased: boolean }>(
        `SELECT extract(epoch FROM leased_until - now())::float8 AS left,
           lease_id IS NOT NULL AS "isLeased" FROM event_expansions`,
      );
      return rows[0]!;
    };
    await insert('FREQ=WEEKLY');
    meanwhile = async () => {
      const { left, isLeased } = await seconds();
      expect(isLeased).toBe(true);
      expect(left).toBeGreaterThan(25);
      expect(left).toBeLessThanOrEqual(30);
    };
    expect(await extension.work()).toBe(1);
    expect(await seconds()).toEqual({ left: null, isLeased: false });
  });

  it('writes nothing if its lease expired and another process holds the event', async () => {
    await insert('FREQ=WEEKLY');
    meanwhile = async () => {
      await leaseUntil(`now() + interval '1 minute'`);
      await extension.beforeApplicationShutdown();
    };
    await extension.work();
    const { rowCount } = await pool.query('SELECT FROM event_occurrences');
    expect(rowCount).toBe(0);
  });

  it('discards occurrences of a schedule that changed during the run and stores the new ones', async () => {
    const id = await insert('FREQ=DAILY');
    meanwhile = async () => {
      await pool.query(`UPDATE events SET recurrence = 'FREQ=WEEKLY' WHERE id = $1`, [id]);
      meanwhile = async () => {};
    };
    expect(await extension.work()).toBe(2);
    expect((await list(-1, 13)).total).toBe(2);
  });

  it('starts no further event during shutdown', async () => {
    for (let n = 0; n < 3; n++) await insert('FREQ=WEEKLY');
    meanwhile = () => extension.beforeApplicationShutdown();
    expect(await extension.work()).toBe(1);
    await expectRefused(list(-1, 30));
  });

  it('lists other events if a previously accepted rule gives no date', async () => {
    await insert('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');
    const id = await insert('FREQ=YEARLY');
    expect(await extension.work()).toBe(2);
    expect((await list(-1, 30)).items).toMatchObject([{ id }]);
    expect(await extension.work()).toBe(0);
  });

  it('stores other events before one that keeps failing, and retries that one later', async () => {
    const broken = await insert('FREQ=YEARLY', new Date(START - DAY_MS));
    const id = await insert('FREQ=YEARLY');
    meanwhile = async ({ startsAt }) => {
      if (startsAt.getTime() < START) throw new Error('The thread has no memory left.');
    };
    const outcomes = [];
    for (let n = 0; n < 3; n++) {
      outcomes.push(await extension.work().catch((error: Error) => error.message));
      await pool.query(`UPDATE event_expansions SET leased_until = now() WHERE event_id = $1`, [
        broken,
      ]);
    }
    expect(outcomes).toContain('The thread has no memory left.');
    const { rows } = await pool.query('SELECT DISTINCT event_id AS id FROM event_occurrences');
    expect(rows).toEqual([{ id }]);
  });
});
