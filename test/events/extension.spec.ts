import { Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { type OpenDatabase, openDatabase } from '#libs/database/src/open-database.js';
import { EventsRepository } from '#libs/events/src/events.repository.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { toEventCriteria } from '#libs/events/src/list/event-criteria.js';
import { ExpansionService } from '#libs/events/src/occurrences/expansion.service.js';
import { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { ManualClock } from '../support/manual-clock.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-21T12:00:00Z');

describe('extending the occurrences of events', () => {
  let testDatabase: TestDatabase;
  let opened: OpenDatabase;
  let database: Database;
  let expansions: ExpansionService;
  let clock: ManualClock;
  let extension: ExtensionService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    testDatabase = await createAnyDatabase();
    opened = await openDatabase(loadEnvironment(testDatabase.env), 'test');
    ({ database } = opened);
    expansions = new ExpansionService();
  });
  afterAll(async () => {
    await expansions.onApplicationShutdown();
    await opened.close();
    await testDatabase.drop();
  });

  beforeEach(() => {
    clock = new ManualClock(START);
    extension = new ExtensionService(database, new EventsRepository(database), expansions, clock);
  });
  afterEach(() => database.pool.query('DELETE FROM events'));

  /** Inserts an event without occurrences, as an earlier version of the program did. */
  const insert = async (recurrence: string) => {
    const id = uuidv7();
    await database.pool.query(
      `INSERT INTO events (id, slug, name, starts_at, ends_at, recurrence)
       VALUES ($1, $2, 'Event', $3, $4, $5)`,
      [id, `event-${id}`, new Date(START), new Date(START + 3_600_000), recurrence],
    );
    return id;
  };
  const list = async (fromDay: number, toDay: number) => {
    // A list request would start the extension, which this spec starts itself.
    const events = new EventsService(new EventsRepository(database), {
      run: () => Promise.resolve(),
    } as ExtensionService);
    const now = clock.now();
    const at = (day: number) => new Date(now.getTime() + day * DAY_MS);
    const criteria = toEventCriteria({ from: at(fromDay), to: at(toDay) }, now);
    return events.page(criteria, { page: 1, limit: 100 });
  };

  it('happens once when two processes start together', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => insert('FREQ=WEEKLY;COUNT=3')));
    const other = new ExtensionService(
      database,
      new EventsRepository(database),
      new ExpansionService(),
      clock,
    );
    const [mine, others] = await Promise.all([extension.work(), other.work()]);
    expect(mine + others).toBe(40);
    expect((await list(-1, 30)).total).toBe(3 * ids.length);
  });
});
