import { type Command, InvalidArgumentError } from 'commander';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SystemClock } from '#libs/config/src/clock.js';
import { makeFolder } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import { BackupFile, refuseToReplace, writeBackup } from '#libs/database/src/backup/backup-file.js';
import { BackupStore } from '#libs/database/src/backup/backup-store.js';
import { inWords, type Manifest } from '#libs/database/src/backup/contents.js';
import { Snapshot } from '#libs/database/src/backup/snapshot.js';
import type { Database } from '#libs/database/src/database.js';
import { explain, InterruptedError } from '../explain.js';
import { interruption } from '../this-process.js';
import { operatorOf, recordInAudit } from '../operator.js';
import { print } from '../print.js';
import { asItIs, withDatabase } from '../with-database.js';

const MEGABYTE = 1024 ** 2;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Names of kept backups, and of parts left by killed ones. Their order is that of their times. */
const KEPT = /^\d{4}-\d\d-\d\dT\d{6}\.backup\.gz(\.[\da-f]{8}\.part)?$/;

interface Options {
  keepDays?: number;
}

export function define(command: Command): void {
  command
    .argument('<file>', 'such as directory.backup.gz; an existing file is not overwritten', toPath)
    .option(
      '--keep-days <days>',
      'make <file> a folder: add a backup named by its time, check it, copy it to BACKUP_URL if ' +
        'that is set, and delete backups older than this in both places',
      toDays,
    )
    .action(backUp);
}

function toPath(text: string): string {
  if (text === '') throw new InvalidArgumentError('Name a file.');
  return text;
}

function toDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Use 1 to 9999 days.');
  return Number(text);
}

async function backUp(place: string, { keepDays }: Options, command: Command): Promise<void> {
  const now = new SystemClock().now();
  const file = keepDays === undefined ? place : join(place, nameAt(now));
  await refuseToReplace(file);
  const interrupt = interruption();
  await withDatabase(
    'backup',
    async (database, environment) => {
      if (keepDays !== undefined) await makeFolder(place);
      const manifest = await write(file, environment, interrupt);
      const store = keepDays === undefined ? undefined : storeOf(environment, interrupt);
      if (keepDays !== undefined) await BackupFile.open(file);
      if (store) await copy(file, store, interrupt);
      await record(database, command, file, manifest);
      if (keepDays === undefined) return;
      const oldest = nameAt(new Date(now.getTime() - keepDays * DAY_MS));
      const isOld = (name: string) => KEPT.test(name) && name < oldest;
      for (const name of (await readdir(place)).filter(isOld)) await rm(join(place, name));
      for (const name of ((await store?.names()) ?? []).filter(isOld)) await store!.delete(name);
    },
    { prepare: asItIs },
  );
}

function nameAt(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(':', '')}.backup.gz`;
}

function storeOf({ BACKUP_URL }: Environment, interrupt: AbortSignal): BackupStore | undefined {
  return BACKUP_URL === undefined ? undefined : new BackupStore(BACKUP_URL, interrupt);
}

async function write(
  file: string,
  environment: Environment,
  interrupt: AbortSignal,
): Promise<Manifest> {
  const snapshot = await Snapshot.take(environment);
  try {
    const size = await writeBackup(file, snapshot, interrupt);
    const { tables } = snapshot.manifest;
    print(`${file}: ${(size / MEGABYTE).toFixed(1)} MB (${inWords(tables)}).`);
    return snapshot.manifest;
  } catch (error) {
    throw interrupt.aborted ? new InterruptedError('no backup was written') : error;
  } finally {
    await snapshot.close();
  }
}

async function copy(file: string, store: BackupStore, interrupt: AbortSignal): Promise<void> {
  try {
    print(`Copied it to ${await store.upload(file)}.`);
  } catch (error) {
    throw interrupt.aborted ? new InterruptedError(`${file} is complete but not uploaded`) : error;
  }
}

/** Records the backup for the metric of its age. A database that is read-only is still backed up. */
async function record(
  database: Database,
  command: Command,
  file: string,
  { createdAt, program }: Manifest,
): Promise<void> {
  const after = { file: basename(file), createdAt, program };
  try {
    await recordInAudit(database, operatorOf(command), 'database.backup', after);
  } catch (error) {
    process.stderr.write(`The backup is complete but could not be recorded: ${explain(error)}\n`);
  }
}
