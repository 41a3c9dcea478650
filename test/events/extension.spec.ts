import { Logger } from '@nestjs/common';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { type OpenDatabase, openDatabase } from '#libs/database/src/open-database.js';
import { EventsRepository } from '#libs/events/src/events.repository.js';
import { ExpansionService } from '#libs/events/src/occurrences/expansion.service.js';
import { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { insertEvent, listEvents } from '../support/events.ts';
import { ManualClock } from '../support/manual-clock.ts';

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

  const insert = (recurrence: string) =>
    insertEvent(database.pool, new Date(START), { recurrence });
  const list = (fromDay: number, toDay: number) =>
    listEvents(database, clock.now(), fromDay, toDay);

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
