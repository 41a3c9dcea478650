// Runs the built program for the specs, one start after another, in a process that keeps all
// modules loaded and compiled. Accepts `POST /start` and `POST /stop` with the program's
// environment as JSON, and reports its own port to the parent.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { endInOrder } from '../../dist/chunks/ending.js';
import { loadEnvironment } from '../../dist/chunks/load-environment.js';
import { openDatabase, SERVER } from '../../dist/chunks/open-database.js';
import { start } from '../../dist/chunks/start.js';

process.umask(0o077);

/** Keeps V8's code for the embedded database from one program to the next. */
globalThis.embeddedDatabaseCode = await Promise.all(
  ['pglite.wasm', 'initdb.wasm'].map(async (file) => {
    const url = new URL(file, import.meta.resolve('@electric-sql/pglite'));
    return globalThis.WebAssembly.compile(await readFile(url));
  }),
);

/** Running programs by port. */
const running = new Map();

const ACTIONS = {
  '/start': async (env) => {
    try {
      const environment = loadEnvironment(env);
      const database = await openDatabase(environment, SERVER);
      await start(environment, database, (app) => running.set(env.PORT, app));
    } catch (error) {
      await ACTIONS['/stop'](env);
      throw error;
    }
  },
  '/stop': async ({ PORT }) => {
    const app = running.get(PORT);
    running.delete(PORT);
    if (app) await endInOrder(app, 0);
  },
};

const server = createServer(async (request, response) => {
  try {
    await ACTIONS[request.url](await json(request));
    response.end();
  } catch (error) {
    response.writeHead(500).end(error.stack);
  }
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
