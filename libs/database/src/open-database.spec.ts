import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { Database } from './database.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { TableStatistics } from './embedded/table-statistics.js';
import { openDatabase } from './open-database.js';

describe(openDatabase.name, () => {
  const served = useMigratedDatabase();
  let events: string[];

  beforeEach(() => {
    events = [];
    const note = (event: string) => async () => void events.push(event);
    const embedded = { lost: new Promise(() => {}), stop: note('end') };
    jest
      .spyOn(EmbeddedPostgres, 'start')
      .mockResolvedValue(embedded as unknown as EmbeddedPostgres);
    jest.spyOn(TableStatistics.prototype, 'start').mockImplementation(() => {
      events.push('look after tables');
    });
    jest.spyOn(TableStatistics.prototype, 'stop').mockImplementation(note('look no more'));
    const { close } = Database.prototype;
    jest.spyOn(Database.prototype, 'close').mockImplementation(async function (this: Database) {
      events.push('disconnect');
      await close.call(this);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Over the connections of the database in memory. */
  const open = (prepare: () => Promise<void>) =>
    openDatabase(loadEnvironment({ DATA_DIR: served.database.pool.options.host }), 'test', prepare);

  it('looks after the tables of the embedded database as long as it is open, and ends it last', async () => {
    const { close } = await open(async () => void events.push('prepare'));
    expect(events).toEqual(['prepare', 'look after tables']);
    await close();
    expect(events.slice(2)).toEqual(['look no more', 'disconnect', 'end']);
  });

  it('leaves no embedded database behind that cannot be prepared', async () => {
    await expect(open(() => Promise.reject(new Error('It is too new.')))).rejects.toThrow(
      'too new',
    );
    expect(events).toEqual(['end']);
  });
});
