import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { parentPort, workerData } from 'node:worker_threads';
import { WireServer } from './wire-server.js';

/** Runs PostgreSQL in a thread of its own, so that a long query does not stall the event loop. */
const { databaseDir, socketPath } = workerData as { databaseDir: string; socketPath: string };

const db = await PGlite.create(databaseDir, {
  extensions: { fuzzystrmatch, pg_trgm, unaccent },
});
const server = new WireServer(db);
await server.listen(socketPath);

parentPort!.once('message', () => void stop());
parentPort!.postMessage('ready');

async function stop(): Promise<void> {
  await server.close();
  await db.close();
  parentPort!.close();
}
