import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { fakeTimers } from '../../../test/support/fake-timers.ts';
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
      events.push('start statistics');
    });
    jest.spyOn(TableStatistics.prototype, 'stop').mockImplementation(note('stop statistics'));
    const { close } = Database.prototype;
    jest.spyOn(Database.prototype, 'close').mockImplementation(async function (this: Database) {
      events.push('disconnect');
      await close.call(this);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Opens the in-memory database of the test through its own connections. */
  const open = (prepare: () => Promise<void>) =>
    openDatabase(loadEnvironment({ DATA_DIR: served.database.pool.options.host }), 'test', prepare);

  it('runs table statistics while the embedded database is open and stops the database last', async () => {
    const { close } = await open(async () => void events.push('prepare'));
    expect(events).toEqual(['prepare', 'start statistics']);
    await close();
    expect(events.slice(2)).toEqual(['stop statistics', 'disconnect', 'end']);
  });

  it('stops the embedded database if preparing it fails', async () => {
    await expect(open(() => Promise.reject(new Error('It is too new.')))).rejects.toThrow(
      'too new',
    );
    expect(events).toEqual(['end']);
  });

  it.each(['postgresql:///x?host=/no/such/socket', 'postgresql://%2Fno%2Fsuch%2Fsocket/x'])(
    'names the folder of the socket in %s if it cannot connect',
    async (DATABASE_URL) => {
      await expect(openDatabase(loadEnvironment({ DATABASE_URL }), 'test')).rejects.toThrow(
        'Cannot use the database x on /no/such/socket from DATABASE_URL: ',
      );
    },
  );

  it('waits 5 s for a pooler that accepts connections while PostgreSQL hangs', async () => {
    const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
    const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    let asked = () => {};
    const query = new Promise<void>((resolve) => (asked = resolve));
    const pooler = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write(Buffer.concat([authenticationOk, readyForQuery]));
          socket.once('data', asked);
        });
    });
    pooler.listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    const { port } = pooler.address() as AddressInfo;
    fakeTimers();
    try {
      const DATABASE_URL = `postgresql://127.0.0.1:${port}/directory`;
      const opened = jest.fn();
      const opening = openDatabase(loadEnvironment({ DATABASE_URL }), 'test').catch(opened);
      await query;
      jest.advanceTimersByTime(4_999);
      await new Promise(setImmediate);
      expect(opened).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      await opening;
      expect(String(opened.mock.calls[0])).toContain('Cannot use the database ');
    } finally {
      jest.useRealTimers();
      pooler.close();
    }
  });
});
