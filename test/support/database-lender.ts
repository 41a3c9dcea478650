import { parentPort } from 'node:worker_threads';
import { lendDatabase, type ServedDatabase } from './lent-database.ts';

/** Lends the database of this thread, or takes it back, with each message. */
let lent: ServedDatabase | undefined;

parentPort!.on(
  'message',
  () => void lendOrTakeBack().then((answer) => parentPort!.postMessage(answer)),
);

async function lendOrTakeBack(): Promise<object> {
  if (!lent) {
    lent = await lendDatabase();
    return { host: lent.host, port: lent.port };
  }
  await lent.close();
  lent = undefined;
  return {};
}
