import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { eventually } from '../../../../test/support/eventually.ts';
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

/** Messages of PostgreSQL: authentication is done, and the server is ready for a query. */
const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

describe(BoundedPool.name, () => {
  let server: Server;
  let sockets: Socket[];
  let pool: BoundedPool;
  let availability: Availability;
  /** Lets clients sign in, and answers nothing from then on. */
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

  it('refuses at once whoever would be one too many to wait, and nobody before', async () => {
    signIn = () => {};
    const waiting = Array.from({ length: CONNECTIONS + LONGEST_QUEUE }, (_, i) =>
      failure(i % 2 ? pool.query('SELECT 1') : pool.connect()),
    );
    await expect(pool.query('SELECT 1')).rejects.toThrow(DatabaseOverloadedError);
    const refused = await failure(pool.connect());
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(pool.waitingCount).toBe(LONGEST_QUEUE);

    const settled = Promise.all(waiting);
    // Each connection that fails makes room for the next that waits.
    signIn = (socket) => socket.destroy();
    for (const socket of sockets) socket.destroy();
    for (const error of await settled) expect(error).not.toBeInstanceOf(DatabaseOverloadedError);
    expect(pool.waitingCount).toBe(0);
  });

  it('breaks off a connection that falls silent, and makes another', async () => {
    const error = await failure(pool.query('SELECT 1'));
    expect(error).toBeInstanceOf(DeadlineMissedError);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(pool.totalCount).toBe(0);

    const next = await pool.connect();
    expect(sockets).toHaveLength(2);
    next.release();
  });

  it('counts the use of a connection and the waiting for it, and not what is in time', async () => {
    const slow = await pool.connectFor(60_000);
    const others = await Promise.all(Array.from({ length: CONNECTIONS - 1 }, () => pool.connect()));
    const started = performance.now();
    const waiting = failure(pool.query('SELECT 1'));
    for (const other of others) other.release();
    expect(await waiting).toBeInstanceOf(DeadlineMissedError);
    expect(performance.now() - started).toBeLessThan(2 * DEADLINE);

    const silent = failure(slow.query('SELECT 1'));
    slow.release(true);
    expect(await silent).not.toBeInstanceOf(DeadlineMissedError);
  });

  it('replaces the idle connections when one of them fell silent', async () => {
    const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
    two.release();
    expect(await failure(one.query('SELECT 1'))).toBeInstanceOf(DeadlineMissedError);
    one.release(true);
    await once(sockets[1]!, 'close');
    expect(pool.totalCount).toBe(0);
  });

  it('outlives connections that end while idle and while in use', async () => {
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

  it('refuses at once while the database is known to be away', async () => {
    jest.spyOn(availability, 'isAway', 'get').mockReturnValue(true);
    expect(await failure(pool.query('SELECT 1'))).toBeInstanceOf(DatabaseAwayError);
    expect(await failure(pool.connectFor(1_000))).toBeInstanceOf(DatabaseAwayError);
    expect(sockets).toHaveLength(0);
  });

  it('closes although a connection is not given back and the server answers no more', async () => {
    const other = new BoundedPool(pool.options, DEADLINE, availability);
    await other.connectFor(60_000);
    (await other.connect()).release();
    await other.close();
    await eventually(() => sockets.length === 2 && sockets.every(({ destroyed }) => destroyed));
  });
});
