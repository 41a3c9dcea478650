import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { Availability } from '../availability/availability.js';
import {
  DatabaseAwayError,
  DatabaseOverloadedError,
  DeadlineMissedError,
  isDatabaseUnavailable,
} from '../database-errors.js';
import { BoundedPool } from './bounded-pool.js';

const CONNECTIONS = 10;
const LONGEST_QUEUE = 500;
const DEADLINE = 200;
const HOUR = 3_600_000;

/** PostgreSQL messages: ready for query, preceded by a successful login. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const READY = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), READY_FOR_QUERY]);

describe(BoundedPool.name, () => {
  let server: Server;
  let sockets: Socket[];
  let pool: BoundedPool;
  let availability: Availability;
  /** Accepts the login of a client and then sends nothing. */
  let signIn: (socket: Socket) => void;

  beforeEach(async () => {
    sockets = [];
    signIn = (socket) => socket.once('data', () => socket.write(READY));
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      signIn(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    availability = new Availability(
      async () => undefined,
      () => {},
    );
    const { port } = server.address() as AddressInfo;
    pool = new BoundedPool({ host: '127.0.0.1', port }, DEADLINE, availability);
  });
  afterEach(async () => {
    jest.useRealTimers();
    availability.close();
    await pool.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  /** Waits until a connection is closed, which must happen long before its idle timeout. */
  const untilClosed = (index: number) => eventually(() => sockets[index]!.destroyed, 5_000);

  it('refuses a request at once if the queue is full, and not before', async () => {
    signIn = () => {};
    const waiting = Array.from({ length: CONNECTIONS + LONGEST_QUEUE }, (_, i) =>
      failure(i % 2 ? pool.query('SELECT 1') : pool.connect()),
    );
    await expect(pool.query('SELECT 1')).rejects.toThrow(DatabaseOverloadedError);
    const refused = await failure(pool.connect());
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(pool.waitingCount).toBe(LONGEST_QUEUE);

    const settled = Promise.all(waiting);
    // Each failed connection makes room for the next waiting request.
    signIn = (socket) => socket.destroy();
    for (const socket of sockets) socket.destroy();
    for (const error of await settled) expect(error).not.toBeInstanceOf(DatabaseOverloadedError);
    expect(pool.waitingCount).toBe(0);
  });

  it('closes a connection that gets no response, and opens another', async () => {
    const error = await failure(pool.query('SELECT 1'));
    expect(error).toBeInstanceOf(DeadlineMissedError);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(pool.totalCount).toBe(0);

    const next = await pool.connect();
    expect(sockets).toHaveLength(2);
    next.release();
  });

  it('limits the waiting time and the use of a connection together, and spares work in time', async () => {
    const slow = await pool.connectFor(HOUR);
    const others = await Promise.all(
      Array.from({ length: CONNECTIONS - 1 }, () => pool.connectFor(HOUR)),
    );
    const started = performance.now();
    const now = jest.spyOn(performance, 'now').mockReturnValue(started);
    const waiting = pool.connectFor(HOUR);
    now.mockReturnValue(started + HOUR);
    for (const other of others) other.release();
    const late = await waiting;
    now.mockRestore();
    expect(await failure(late.query('SELECT 1'))).toBeInstanceOf(DeadlineMissedError);
    late.release(true);

    const silent = failure(slow.query('SELECT 1'));
    slow.release(true);
    expect(await silent).not.toBeInstanceOf(DeadlineMissedError);
  });

  it('replaces idle connections when one connection gets no response', async () => {
    const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
    two.release();
    expect(await failure(one.query('SELECT 1'))).toBeInstanceOf(DeadlineMissedError);
    one.release(true);
    await untilClosed(1);
    expect(pool.totalCount).toBe(0);
  });

  it('keeps one connection while nobody uses it, and closes the others', async () => {
    fakeTimers();
    const connections = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const connection of connections) connection.release();
    jest.advanceTimersByTime(10_000);
    expect(pool.totalCount).toBe(1);
    jest.advanceTimersByTime(3_600_000);
    expect(pool.totalCount).toBe(1);
  });

  it('survives connections that break while idle or in use', async () => {
    const [idle, used] = await Promise.all([pool.connect(), pool.connect()]);
    idle.release();
    const waiting = failure(used.query('SELECT 1'));
    for (const socket of sockets) socket.destroy();
    expect(isDatabaseUnavailable(await waiting)).toBe(true);
    expect(isDatabaseUnavailable(await failure(used.query('SELECT 2')))).toBe(true);
    used.release();
    (await pool.connect()).release();
    expect(pool.totalCount).toBe(1);
  });

  it('refuses requests at once while the database is known to be unavailable', async () => {
    jest.spyOn(availability, 'isAway', 'get').mockReturnValue(true);
    expect(await failure(pool.query('SELECT 1'))).toBeInstanceOf(DatabaseAwayError);
    expect(await failure(pool.connectFor(1_000))).toBeInstanceOf(DatabaseAwayError);
    expect(sockets).toHaveLength(0);
  });

  it('reports a missed deadline if no connection in use is released in time', async () => {
    const busy = new BoundedPool(
      { ...pool.options, max: 1, connectionTimeoutMillis: 500 },
      DEADLINE,
      availability,
    );
    const only = await busy.connectFor(60_000);
    expect(await failure(busy.connect())).toBeInstanceOf(DeadlineMissedError);
    only.release();
    await busy.close();
  });

  it('restarts the deadline for each use of a connection', async () => {
    (await pool.connect()).release();
    const half = new BoundedPool(pool.options, DEADLINE / 2, availability);
    await failure(half.query('SELECT 1'));
    await half.close();
    const asked = performance.now();
    const again = await pool.connect();
    expect(await failure(again.query('SELECT 1'))).toBeInstanceOf(DeadlineMissedError);
    expect(performance.now() - asked).toBeGreaterThan(0.9 * DEADLINE);
    again.release(true);
  });

  it('replaces idle connections at once and connections in use when they are released', async () => {
    const [idle, used] = await Promise.all([pool.connectFor(60_000), pool.connectFor(60_000)]);
    idle.release();
    pool.renew();
    await untilClosed(0);
    expect(sockets[1]!.destroyed).toBe(false);
    used.release();
    await untilClosed(1);
    const fresh = await pool.connect();
    fresh.release();
    expect([sockets.length, pool.totalCount]).toEqual([3, 1]);
    // A connection opened after the replacement is kept.
    (await pool.connect()).release();
    expect(sockets).toHaveLength(3);
  });

  describe('suspects the database', () => {
    let suspect: jest.SpyInstance;
    beforeEach(() => {
      suspect = jest.spyOn(availability, 'suspect').mockReturnValue(undefined);
    });

    /** Sends an error message of the server. */
    const send = (code: string) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0MIt says so\0\0`);
      const message = Buffer.alloc(5 + fields.length);
      message.write('E');
      message.writeInt32BE(4 + fields.length, 1);
      fields.copy(message, 5);
      sockets[0]!.write(message);
    };

    it('when a connection cannot be opened', async () => {
      server.close();
      expect(await failure(pool.connect())).toMatchObject({ code: 'ECONNREFUSED' });
      expect(suspect).toHaveBeenCalledWith(expect.stringContaining('ECONNREFUSED'));
    });

    it('when an idle connection is lost', async () => {
      (await pool.connect()).release();
      sockets[0]!.destroy();
      await eventually(() => suspect.mock.calls.length > 0);
      expect(suspect).toHaveBeenCalledWith(expect.stringMatching(/terminated|ECONNRESET/));
    });

    it('when the server reports an error, but not when it cancels a statement', async () => {
      const client = await pool.connectFor(60_000);
      const stopped = failure(client.query('SELECT 1'));
      send('57014');
      expect(await stopped).toMatchObject({ code: '57014' });
      expect(suspect).not.toHaveBeenCalled();
      sockets[0]!.write(READY_FOR_QUERY);
      const ended = failure(client.query('SELECT 2'));
      send('57P01');
      expect(await ended).toMatchObject({ code: '57P01' });
      await eventually(() => suspect.mock.calls.length > 0);
      expect(suspect).toHaveBeenCalledWith('It says so');
      client.release(true);
    });

    it('without a reason when a response is late, because that is logged elsewhere', async () => {
      await failure(pool.query('SELECT 1'));
      expect(suspect.mock.calls.length).toBeGreaterThan(0);
      for (const [reason] of suspect.mock.calls) expect(reason).toBeUndefined();
    });

    it('not when it closes connections itself', async () => {
      const other = new BoundedPool(pool.options, DEADLINE, availability);
      (await other.connect()).release();
      other.renew();
      await untilClosed(0);
      const used = await other.connectFor(60_000);
      const closed = other.close();
      const waiting = failure(used.query('SELECT 1'));
      sockets[1]!.destroy();
      expect(isDatabaseUnavailable(await waiting)).toBe(true);
      used.release(true);
      await closed;
      expect(suspect).not.toHaveBeenCalled();
    });
  });

  it('closes even if a connection is not released and the server does not respond', async () => {
    const other = new BoundedPool(pool.options, DEADLINE, availability);
    await other.connectFor(60_000);
    (await other.connect()).release();
    fakeTimers();
    const closed = jest.fn();
    void other.close().then(closed);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(closed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(closed).toHaveBeenCalled();
    await eventually(() => sockets.length === 2 && sockets.every(({ destroyed }) => destroyed));
  });
});
