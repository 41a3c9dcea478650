import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, SystemClock } from '#libs/config/src/clock.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { loadEnvironment, loadDotEnv } from '#libs/config/src/load-environment.js';
import { counted } from '#libs/text/src/counted.js';
import { freeSpaceOf, requireWritable } from '#libs/config/src/data-dir.js';
import { transportOf } from '#libs/mail/src/transport/transport-of.js';
import { timeOfRedis } from '#libs/rate-limit/src/storage/redis/check-redis.js';
import { identityOf, probeReplica } from '#libs/database/src/availability/probe.js';
import { createClient } from '#libs/database/src/connections/database-client.js';
import {
  readReplicaProgress,
  type ReplicaProgress,
  readServer,
  type ServerState,
} from '#libs/database/src/server-state.repository.js';
import type { Database } from '#libs/database/src/database.js';
import { migrationNames } from '#libs/database/src/migrations/migration-files.js';
import { MigrationLog } from '#libs/database/src/migrations/migration-log.js';
import { openOrJoinDatabase } from '#libs/database/src/open-database.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { type Finding, ok, problem, reasonOf, warning } from '../doctor/finding.js';
import { CommandError } from '../explain.js';
import { JSON_OPTION, type ListOptions, print, printJson } from '../print.js';
import { checkClock } from '../doctor/check-clock.js';

export function define(command: Command): void {
  command.option(...JSON_OPTION).action(examine);
}

async function examine({ json }: ListOptions): Promise<void> {
  const findings = await findingsOf(new SystemClock());
  if (json) printJson(findings);
  else findings.forEach(printFinding);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) throw new CommandError(`Found ${counted(problems, 'problem')}.`);
}

async function findingsOf(clock: Clock): Promise<Finding[]> {
  let environment: Environment;
  try {
    loadDotEnv();
    environment = loadEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [problem('configuration', error.message, 'Correct the environment or .env.')];
  }
  return [
    ok('configuration', 'All variables are valid.'),
    await checkDisk(environment),
    ...(await checkDatabase(environment, clock)),
    ...(await checkReplica(environment)),
    ...(await checkRedis(environment, clock)),
    await checkMail(environment, clock),
  ];
}

function printFinding({ check, state, finding, advice }: Finding): void {
  print(`${state.padEnd(7)}  ${check.padEnd(13)}  ${finding}`);
  if (advice) print(`${' '.repeat(24)} → ${advice}`);
}

const MEGABYTE = 1024 ** 2;
/**
 * Free space for a warning. The write-ahead log grows in files of 16 MB, and an upload can have 200
 * MB.
 */
const LITTLE = 1024 * MEGABYTE;
const TOO_LITTLE = 64 * MEGABYTE;

/** Checks that DATA_DIR is writable and has enough free space. */
async function checkDisk({ DATA_DIR }: Environment): Promise<Finding> {
  if (!existsSync(DATA_DIR)) {
    return warning('disk', `DATA_DIR ${DATA_DIR} does not exist yet.`, 'The server creates it.');
  }
  try {
    await requireWritable(DATA_DIR);
    const free = await freeSpaceOf(DATA_DIR);
    const finding = `DATA_DIR ${DATA_DIR} is writable and has ${Math.floor(free / MEGABYTE)} MB free.`;
    const advice = 'Free up disk space, or move DATA_DIR to a larger disk.';
    if (free < TOO_LITTLE) return problem('disk', finding, advice);
    return free < LITTLE ? warning('disk', finding, advice) : ok('disk', finding);
  } catch (error) {
    return problem('disk', `${reasonOf(error)}.`, 'Run this command as the user of the server.');
  }
}

/** Checks that emails can be sent. */
async function checkMail(environment: Environment, clock: Clock): Promise<Finding> {
  const { DATA_DIR, SMTP_URL } = environment;
  try {
    // The server creates DATA_DIR.
    if (SMTP_URL || existsSync(DATA_DIR)) await transportOf(environment, clock).check();
    return SMTP_URL
      ? ok('mail', `The mail server ${new URL(SMTP_URL).host} accepts emails.`)
      : ok('mail', 'SMTP_URL is unset. Emails are written to DATA_DIR/outbox.');
  } catch (error) {
    const advice = SMTP_URL
      ? 'Check the host, port, user and password in SMTP_URL. Emails wait until then.'
      : 'Run this command as the user of the server, and check the owner of DATA_DIR/outbox.';
    return problem('mail', `Emails cannot be sent: ${reasonOf(error)}.`, advice);
  }
}

/** Checks the store of the shared rate limits and its clock. */
async function checkRedis(
  { REDIS_URL, REDIS_TIMEOUT_MS }: Environment,
  clock: Clock,
): Promise<Finding[]> {
  if (!REDIS_URL) {
    return [ok('redis', 'REDIS_URL is unset. The server counts requests in memory.')];
  }
  try {
    const began = performance.now();
    const { time, roundTripMs } = await timeOfRedis(REDIS_URL);
    const now = clock.now().getTime();
    const finding = `Redis responded in ${Math.ceil(roundTripMs)} ms.`;
    return [
      roundTripMs <= REDIS_TIMEOUT_MS
        ? ok('redis', finding)
        : warning(
            'redis',
            `${finding} REDIS_TIMEOUT_MS is ${REDIS_TIMEOUT_MS}, so requests are counted without it.`,
            'Move Redis closer, or increase REDIS_TIMEOUT_MS.',
          ),
      checkClock('Redis server', time, now, performance.now() - began),
    ];
  } catch (error) {
    const finding = `Redis cannot be used: ${reasonOf(error)}.`;
    const advice =
      'Until it works, each process counts on its own. Check REDIS_URL and the server.';
    return [problem('redis', finding, advice)];
  }
}

/** Lag for a warning, in seconds. */
const MUCH_BEHIND = 10;

/** Checks the replica, if there is one, and its lag. */
async function checkReplica({ DATABASE_URL, DATABASE_READ_URL }: Environment): Promise<Finding[]> {
  if (!DATABASE_READ_URL) return [];
  const config = { connectionString: DATABASE_READ_URL };
  try {
    const identity = await identityOf({ connectionString: DATABASE_URL });
    const trouble = await probeReplica(config, identity);
    if (trouble) return [unused(trouble.reason)];
    const { isReplica, secondsBehind } = await readProgress(config);
    if (!isReplica) {
      const finding = 'It is writable: it is the primary, or has become one.';
      return [warning('replica', finding, 'Set DATABASE_READ_URL to a replica.')];
    }
    const finding = `The replica is readable and ${Math.round(secondsBehind)} s behind.`;
    if (secondsBehind <= MUCH_BEHIND) return [ok('replica', finding)];
    const advice = 'Check pg_stat_replication on the primary. Until then, reads use the primary.';
    return [warning('replica', finding, advice)];
  } catch (error) {
    return [unused(reasonOf(error))];
  }
}

function unused(reason: string): Finding {
  return problem(
    'replica',
    `The replica is not used: ${reason}.`,
    'Reads use the primary instead. Check DATABASE_READ_URL and its server.',
  );
}

async function readProgress(config: { connectionString: string }): Promise<ReplicaProgress> {
  const client = createClient(config);
  try {
    await client.connect();
    return await readReplicaProgress(client);
  } finally {
    void client.end();
  }
}

/** Maximum number of connections of a process; see "Fixed limits" in docs/settings.md. */
const CONNECTIONS_OF_PROCESS = 22;
const UNSENT_MINUTES = 15;

/** Checks the database, its migrations and clock, and its queue of emails, without changing it. */
async function checkDatabase(environment: Environment, clock: Clock): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL } = environment;
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres'))) {
    return [
      warning(
        'database',
        'The embedded database does not exist yet.',
        'The first start of the server creates it.',
      ),
    ];
  }
  try {
    const opened = await openOrJoinDatabase(environment, 'doctor', async () => {});
    try {
      return await examineDatabase(opened.database, environment, clock);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const advice = DATABASE_URL
      ? 'Check that PostgreSQL is running, and check the host, port, user and password in DATABASE_URL.'
      : 'Read the message. docs/operating.md explains how to restore a backup.';
    return [problem('database', `The database cannot be used: ${reasonOf(error)}.`, advice)];
  }
}

async function examineDatabase(
  database: Database,
  environment: Environment,
  clock: Clock,
): Promise<Finding[]> {
  const began = performance.now();
  const state = await readServer(database.pool);
  const now = clock.now().getTime();
  const milliseconds = Math.ceil(performance.now() - began);
  const migrations = await checkMigrations(database);
  return [
    connectionsOf(state, environment, milliseconds),
    checkClock('database', state.time, now, milliseconds),
    migrations,
    ...(migrations.state === 'ok' ? [await checkMails(database)] : []),
  ];
}

function connectionsOf(
  { version, connections }: ServerState,
  { DATABASE_URL, WORKERS }: Environment,
  milliseconds: number,
): Finding {
  const finding = `PostgreSQL ${version} responded in ${milliseconds} ms.`;
  const needed = WORKERS * CONNECTIONS_OF_PROCESS + 2;
  if (!DATABASE_URL || connections >= needed) return ok('database', finding);
  return warning(
    'database',
    `${finding} It accepts ${connections} connections, but ${WORKERS} processes use up to ${needed}.`,
    `Set max_connections to at least ${needed} and restart PostgreSQL.`,
  );
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  const names = await migrationNames();
  const client = await pool.connect();
  try {
    const applied = await new MigrationLog(client).read();
    const newer = [...applied.keys()].filter((name) => !names.includes(name));
    if (newer.length > 0) {
      const finding = `A newer version has migrated the database: ${newer.join(', ')}.`;
      return problem('migrations', finding, 'Run the newer version, or restore a backup.');
    }
    const pending = names.length - applied.size;
    return pending === 0
      ? ok('migrations', 'All migrations are applied.')
      : warning(
          'migrations',
          `Migrations that are not applied: ${pending}.`,
          'Restart the server.',
        );
  } finally {
    client.release();
  }
}

async function checkMails(database: Database): Promise<Finding> {
  const deliveries = new DeliveriesRepository(database);
  const { failed, late, error } = await deliveries.unsent(UNSENT_MINUTES);
  if (failed + late === 0) return ok('deliveries', 'No email has failed or is overdue.');
  return warning(
    'deliveries',
    `Failed emails: ${failed}. Emails waiting for over ${UNSENT_MINUTES} minutes: ${late}. Latest error: ${error}`,
    'Run `mnbd deliveries list --status failed` to list them and `mnbd deliveries retry` to resend them.',
  );
}
