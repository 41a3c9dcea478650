import { type Command, Option } from 'commander';
import { migrationNames, readMigration } from '#libs/database/src/migrations/migration-files.js';
import type { Database } from '#libs/database/src/database.js';
import { MigrationLog, type MigrationRecord } from '#libs/database/src/migrations/migration-log.js';
import { CommandError } from '../explain.js';
import { JSON_OPTION, type ListOptions, print, printList } from '../print.js';
import { asItIs, withDatabase } from '../with-database.js';

export function defineMigrate(command: Command): void {
  command
    .command('status')
    .description('List the migrations and whether they are applied.')
    .option(...JSON_OPTION)
    .action(status);
  command
    .command('resolve')
    .description('Record the outcome of a migration that was interrupted or applied manually.')
    .argument('<migration>', 'name from `migrate status`')
    .addOption(
      new Option('--applied', 'the migration is completely applied').conflicts('rolledBack'),
    )
    .option('--rolled-back', 'nothing of it is applied; the next start will apply it')
    .action(resolve);
}

function withLog<T>(work: (log: MigrationLog) => Promise<T>): Promise<T> {
  const command = async ({ pool }: Database) => {
    const client = await pool.connect();
    try {
      return await work(new MigrationLog(client));
    } finally {
      client.release();
    }
  };
  return withDatabase('migrate', command, { prepare: asItIs });
}

async function status(options: ListOptions): Promise<void> {
  const names = await migrationNames();
  const { records, states } = await withLog(async (log) => {
    const records = await log.read();
    const states = new Map<string, string>();
    for (const name of names) states.set(name, await stateOf(name, records.get(name), log));
    return { records, states };
  });
  const migrations = [...new Set([...names, ...records.keys()])].sort().map((name) => ({
    name,
    state: states.get(name) ?? 'from a newer version',
    finishedAt: records.get(name)?.finishedAt ?? null,
  }));
  printList(
    migrations,
    {
      Migration: ({ name }) => name,
      State: ({ state }) => state,
      Finished: ({ finishedAt }) => finishedAt,
    },
    options,
  );
}

async function stateOf(
  name: string,
  record: MigrationRecord | undefined,
  log: MigrationLog,
): Promise<string> {
  if (record?.finishedAt) return 'applied';
  if (record) return 'started by an earlier version';
  const migration = await readMigration(name);
  const done = await log.stepsDone(migration);
  return done ? `${done} of ${migration.steps.length} steps applied` : 'pending';
}

interface Outcome {
  applied?: boolean;
  rolledBack?: boolean;
}

async function resolve(name: string, { applied, rolledBack }: Outcome): Promise<void> {
  if (!(await migrationNames()).includes(name)) {
    throw new CommandError(`No migration has the name ${name}. \`migrate status\` lists them.`);
  }
  if (!applied && !rolledBack) throw new CommandError('Use --applied or --rolled-back.');
  const migration = await readMigration(name);
  await withLog(async (log) => {
    if (!(await log.lock())) {
      throw new CommandError('Migrations are being applied. Try again when they are done.');
    }
    if ((await log.read()).get(name)?.finishedAt) {
      throw new CommandError(`${name} is already applied.`);
    }
    if (applied) await log.noteFinished(migration);
    else if (!(await log.noteRolledBack(migration))) {
      throw new CommandError(`${name} was never started. The next start will apply it.`);
    }
  });
  print(`Recorded ${name} as ${applied ? 'applied' : 'pending'}.`);
}
