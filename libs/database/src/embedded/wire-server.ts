import type { PGlite } from '@electric-sql/pglite';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fatalErrorIn } from './fatal-error.js';
import { Turns } from './turns.js';
import { readExchanges } from './wire-messages.js';

/**
 * PostgreSQL's wire protocol in front of PGlite, which has one session for all.
 *
 * Connections take turns, and a turn lasts for a whole exchange (all messages up to the Sync that
 * ends them) and for a whole transaction. PGlite's own socket server lets the messages of one
 * connection's exchange mix with another's, which then binds its values to the wrong statement.
 *
 * After a transaction, others go first for as long as it took: a request has several statements, and
 * must not wait before each of them for another batch of an import.
 *
 * Other than on a server, what a session keeps (settings, named statements, advisory locks) is
 * shared by all connections.
 */
export class WireServer {
  private readonly turns = new Turns();
  /** As many as the pools of this program and of commands that join it have, each as long as it is open. */
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly serving = new Set<Promise<void>>();
  private hasFailed = false;

  /** @param onFailure told the cause when the database is no longer fit for use */
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

  /** Ends all connections, and resolves when the database is at rest. */
  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.serving);
  }

  private async serve(socket: Socket): Promise<void> {
    this.sockets.add(socket);
    // What goes wrong with a connection ends the loop below; an answer that is not wanted any more
    // must not end the process.
    socket.on('error', () => {});
    let endTurn: (() => number) | undefined;
    let isTransaction = false;
    let patience = 0;
    try {
      for await (const { messages, complete } of readExchanges(socket)) {
        endTurn ??= await this.turns.acquire(socket, patience);
        // Whoever gave up waiting for the turn wants no answer; to work one out would hold up others.
        if (socket.destroyed) break;
        for (const message of messages) await this.execute(message, socket);
        if (this.db.isInTransaction()) isTransaction = true;
        else if (complete) {
          const milliseconds = endTurn();
          patience = isTransaction ? milliseconds : 0;
          isTransaction = false;
          endTurn = undefined;
        }
      }
    } catch {
      // The client is gone, or does not speak the protocol.
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
        onRawData: (answer) => {
          // A copy: PGlite uses the buffer again.
          const copy = Buffer.from(answer);
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

  /** Leaves nothing of a connection that ended in the middle of an exchange or a transaction. */
  private async abandon(): Promise<void> {
    if (this.hasFailed) return;
    await this.execute(SYNC, NOBODY);
    if (this.db.isInTransaction()) await this.db.exec('ROLLBACK');
  }
}

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const NOBODY = { writable: false } as Socket;
