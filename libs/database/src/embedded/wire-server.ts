import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Turns } from './turns.js';
import { readExchanges, fatalErrorIn } from './wire-messages.js';

/**
 * Serves the PostgreSQL wire protocol on top of PGlite, which has one session for all connections.
 *
 * Connections take turns. A turn lasts for a whole exchange (all messages up to the Sync) and for a
 * whole transaction. PGlite's own socket server interleaves the messages of several connections,
 * which can bind values to the wrong statement.
 *
 * After a transaction, a connection yields to others for as long as the transaction took. A request
 * has several statements and must not wait for another batch of an import before each of them.
 *
 * Unlike on a server, all connections share session state such as settings, named statements and
 * advisory locks.
 */
export class WireServer {
  private readonly turns = new Turns();
  /** Open connections. Bounded by the pools of this program and of commands that join it. */
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly serving = new Set<Promise<void>>();
  private hasFailed = false;

  /** @param onFailure called with the cause when the database is no longer usable */
  constructor(
    private readonly db: PGlite,
    private readonly onFailure: (cause: string) => void,
  ) {
    this.server = createServer((socket) => {
      const served = this.serve(socket).finally(() => this.serving.delete(served));
      this.serving.add(served);
    });
  }

  async listen(path: string): Promise<void> {
    this.server.listen(path);
    await once(this.server, 'listening');
  }

  /** Closes all connections and resolves when no statement is running. */
  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.serving);
  }

  private async serve(socket: Socket): Promise<void> {
    this.sockets.add(socket);
    // A connection error ends the loop below. Without a listener, a late response to a closed
    // socket would end the process.
    socket.on('error', () => {});
    let endTurn: (() => number) | undefined;
    let isTransaction = false;
    let maxYieldMs = 0;
    try {
      for await (const { messages, complete } of readExchanges(socket)) {
        endTurn ??= await this.turns.acquire(socket, maxYieldMs);
        // The client gave up while waiting. Running its statement would only delay others.
        if (socket.destroyed) break;
        for (const message of messages) await this.execute(message, socket);
        if (this.db.isInTransaction()) isTransaction = true;
        else if (complete) {
          const milliseconds = endTurn();
          maxYieldMs = isTransaction ? milliseconds : 0;
          isTransaction = false;
          endTurn = undefined;
        }
      }
    } catch {
      // The client disconnected or does not speak the protocol.
      socket.destroy();
    } finally {
      this.sockets.delete(socket);
      if (endTurn) {
        await this.abandon();
        endTurn();
      }
    }
  }

  private async execute(message: Uint8Array, socket: Socket): Promise<void> {
    if (this.hasFailed) throw new Error('The database has failed.');
    try {
      await this.db.execProtocolRawStream(message, {
        onRawData: (response) => {
          // Copy the data, because PGlite reuses the buffer.
          const copy = Buffer.from(response);
          const fatal = fatalErrorIn(copy);
          if (fatal) this.fail(fatal);
          if (socket.writable) socket.write(copy);
        },
      });
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  private fail(cause: string): void {
    this.hasFailed = true;
    this.onFailure(cause);
  }

  /** Cleans up after a connection that ended in the middle of an exchange or transaction. */
  private async abandon(): Promise<void> {
    if (this.hasFailed) return;
    await this.execute(SYNC, NOBODY);
    if (this.db.isInTransaction()) await this.db.exec('ROLLBACK');
  }
}

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const NOBODY = { writable: false } as Socket;
