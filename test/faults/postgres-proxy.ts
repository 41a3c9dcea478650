import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { strikes } from './fault.ts';

const [QUERY, EXECUTE, READY_FOR_QUERY] = [...'QEZ'].map((type) => type.charCodeAt(0));
const FAILING = `DO $$BEGIN RAISE 'No space left on device' USING ERRCODE = 'disk_full'; END$$`;

/** A proxy to PostgreSQL that breaks connections when a fault strikes. */
export class PostgresProxy {
  /** Number of statements whose response is pending. */
  pending = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => {
    if (strikes('connection')) client.destroy();
    else this.join(client, connect(this.target));
  });

  /** @param target address of PostgreSQL */
  constructor(private readonly target: NetConnectOpts) {}

  /** Listens on a port or socket. Moves there if it already listens. */
  async listen(address: ListenOptions): Promise<void> {
    if (this.server.listening) await this.stop();
    this.server.listen(address);
    await once(this.server, 'listening');
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, server: Socket): void {
    const fromClient = new Messages(1);
    const fromServer = new Messages(0);
    let running = 0;
    let losesResponse = false;
    const end = () => {
      client.destroy();
      server.destroy();
      this.pending -= running;
      running = 0;
    };
    client.on('data', (data) => {
      for (const { type, bytes } of fromClient.read(data)) {
        let sent = bytes;
        if (type === QUERY || type === EXECUTE) {
          if (strikes('statement')) return end();
          losesResponse ||= strikes('answer');
          if (strikes('refusal')) sent = failingInsteadOf(bytes);
          running += 1;
          this.pending += 1;
        }
        server.write(sent);
      }
    });
    server.on('data', (data) => {
      for (const { type, bytes } of fromServer.read(data)) {
        if (type === READY_FOR_QUERY) {
          if (losesResponse) return end();
          this.pending -= running;
          running = 0;
        }
        if (!losesResponse) client.write(bytes);
      }
    });
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', end);
      socket.on('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
  }
}

/** Returns messages that make PostgreSQL fail as if it could not run the statement. */
function failingInsteadOf(statement: Buffer): Buffer {
  if (statement[0] === QUERY) {
    // Even a COMMIT that fails ends the transaction.
    const isCommit = statement.includes('COMMIT');
    return message('Q', `${isCommit ? 'ROLLBACK; ' : ''}${FAILING}\0`);
  }
  return Buffer.concat([
    message('P', `\0${FAILING}\0\0\0`),
    message('B', '\0'.repeat(8)),
    message('E', '\0'.repeat(5)),
  ]);
}

function message(type: string, content: string): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${content}`);
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** Splits the data of one direction of a connection into the protocol's messages. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);

  /** @param withoutType number of leading messages that have a length but no type */
  constructor(private withoutType: number) {}

  *read(data: Buffer): Generator<{ type: number; bytes: Buffer }> {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, data]) : data;
    for (;;) {
      const start = this.withoutType > 0 ? 0 : 1;
      if (this.rest.length < start + 4) return;
      const end = start + this.rest.readUInt32BE(start);
      if (this.rest.length < end) return;
      const bytes = this.rest.subarray(0, end);
      this.rest = this.rest.subarray(end);
      this.withoutType -= 1 - start;
      yield { type: start ? bytes[0]! : 0, bytes };
    }
  }
}
