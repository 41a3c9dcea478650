import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { ReadPool } from './read-pool.js';
import { DatabaseOverloadedError, isDatabaseUnavailable } from './unavailable.js';

const CONNECTIONS = 10;
const LONGEST_QUEUE = 500;

describe(ReadPool.name, () => {
  let silent: Server;
  let pool: ReadPool;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    pool = new ReadPool({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port });
  });
  afterAll(async () => {
    await pool.end();
    silent.close();
  });

  it('refuses at once whoever would be one too many to wait, and nobody before', async () => {
    const waiting = Array.from({ length: CONNECTIONS + LONGEST_QUEUE }, (_, i) => {
      const outcome = i % 2 ? pool.query('SELECT 1') : pool.connect();
      return outcome.catch((error: unknown) => error);
    });
    await expect(pool.query('SELECT 1')).rejects.toThrow(DatabaseOverloadedError);
    const refused: unknown = await pool.connect().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(pool.waitingCount).toBe(LONGEST_QUEUE);

    const settled = Promise.all(waiting);
    // Each connection that fails makes room for the next that waits.
    silent.on('connection', (socket) => socket.destroy());
    for (const socket of sockets) socket.destroy();
    for (const error of await settled) expect(error).not.toBeInstanceOf(DatabaseOverloadedError);
    expect(pool.waitingCount).toBe(0);
  });
});
