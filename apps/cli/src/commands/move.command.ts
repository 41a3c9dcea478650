import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { resolve } from 'node:path';
import type { PoolConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { inWords } from '#libs/database/src/backup/contents.js';
import { restore } from '#libs/database/src/backup/restore.js';
import { Snapshot } from '#libs/database/src/backup/snapshot.js';
import { withClient } from '#libs/database/src/connections/database-client.js';
import { openDatabase } from '#libs/database/src/open-database.js';
import { countOtherConnections } from '#libs/database/src/server-state.repository.js';
import { counted } from '#libs/text/src/counted.js';
import { CommandError } from '../explain.js';
import { operatorOf, recordInAudit } from '../operator.js';
import { print } from '../print.js';
import { withDatabase } from '../with-database.js';

/** Retries while a connection that was just closed is still listed. */
const LOOKS = 20;
const BETWEEN_LOOKS_MS = 100;

export function define(command: Command): void {
  command
    .requiredOption('--to <place>', 'postgresql://user@host/database or a data folder')
    .addHelpText('after', '\nStop the server first. The source database is not changed.')
    .action(move);
}

async function move({ to }: { to: string }, command: Command): Promise<void> {
  const isServer = /^postgres(ql)?:\/\//.test(to);
  if (to === '' || (isServer ? !URL.canParse(to) : to.includes(':'))) {
    throw new CommandError(
      '--to must be a URL such as postgresql://user@host/database, or a data folder.',
    );
  }
  const place = isServer
    ? { DATABASE_URL: to }
    : { DATABASE_URL: undefined, DATA_DIR: resolve(to) };
  const tables = await withDatabase(
    'move',
    async (_, environment) => {
      if (!environment.DATABASE_URL && place.DATA_DIR === environment.DATA_DIR) {
        throw new CommandError(`The database is already in ${place.DATA_DIR}.`);
      }
      const snapshot = await Snapshot.take(environment);
      try {
        await moveInto({ ...environment, ...place }, snapshot, command);
        return snapshot.manifest.tables;
      } finally {
        await snapshot.close();
      }
    },
    { prepare: expectNobodyElse, isAlone: true },
  );
  const next = isServer
    ? 'Set DATABASE_URL to the new database and WEBHOOK_KEY to the content of webhook.key (if it exists)'
    : `Unset DATABASE_URL and set DATA_DIR to ${to}`;
  print(`Moved the database (${inWords(tables)}).`);
  print(
    `${next}, and start the server. Do not start a server on the old database, which is unchanged.`,
  );
}

async function moveInto(target: Environment, snapshot: Snapshot, command: Command): Promise<void> {
  const opened = await openDatabase(target, 'move', (config) => restore(config, snapshot)).catch(
    (error: Error) => {
      // The message names the variable that `--to` replaces.
      error.message = error.message.replace(/DATABASE_URL|DATA_DIR/g, '--to');
      throw error;
    },
  );
  try {
    const { createdAt, program } = snapshot.manifest;
    const after = { createdAt, program };
    await recordInAudit(opened.database, operatorOf(command), 'database.move', after);
  } finally {
    await opened.close();
  }
}

/** Fails if other connections exist, because their later writes would be lost. */
async function expectNobodyElse(config: PoolConfig): Promise<void> {
  const others = await withClient(config, async (client) => {
    for (let look = 1; ; look++) {
      const found = await countOtherConnections(client);
      if (found === 0 || look === LOOKS) return found;
      await delay(BETWEEN_LOOKS_MS);
    }
  });
  if (others === 0) return;
  throw new CommandError(
    `The database has ${counted(others, 'other connection')}. Stop the server first.`,
  );
}
