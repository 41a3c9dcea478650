import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import { findReadOnly } from '#libs/database/src/availability/probe.js';
import type { Database } from '#libs/database/src/database.js';
import { MigrationLog } from '#libs/database/src/migrations/migration-log.js';
import { hasDatabase, openOrJoinDatabase } from '#libs/database/src/open-database.js';
import { readServer, type ServerState } from '#libs/database/src/server-state.repository.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { WebhookSecrets } from '#libs/webhooks/src/webhook-secrets.js';
import { WebhooksRepository } from '#libs/webhooks/src/webhooks.repository.js';
import { asItIs } from '../with-database.js';
import { checkClock } from './checks.js';
import { type Finding, ok, problem, reasonOf, warning } from './finding.js';

/** Maximum number of connections of a process; see "Fixed limits" in docs/settings.md. */
const CONNECTIONS_OF_PROCESS = 22;
const UNSENT_MINUTES = 15;

/** Checks the database, its migrations, clock, emails and webhooks, without changing it. */
export async function checkDatabase(environment: Environment, clock: Clock): Promise<Finding[]> {
  if (!hasDatabase(environment)) {
    return [
      warning(
        'database',
        'The embedded database does not exist yet.',
        'The first start of the server creates it.',
      ),
    ];
  }
  try {
    const opened = await openOrJoinDatabase(environment, 'doctor', asItIs);
    try {
      return await examine(opened.database, environment, clock);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const advice = environment.DATABASE_URL
      ? 'Check that PostgreSQL is running, and check the host, port, user and password in DATABASE_URL.'
      : 'Read the message. docs/operating.md explains how to restore a backup.';
    return [problem('database', `The database cannot be used: ${reasonOf(error)}.`, advice)];
  }
}

async function examine(
  database: Database,
  environment: Environment,
  clock: Clock,
): Promise<Finding[]> {
  const began = performance.now();
  const state = await readServer(database.pool);
  const now = clock.now().getTime();
  const milliseconds = Math.ceil(performance.now() - began);
  const readOnly = await findReadOnly(database.pool);
  const migrations = await checkMigrations(database);
  return [
    readOnly
      ? problem(
          'database',
          `It is read-only: ${readOnly.reason}.`,
          'Set DATABASE_URL to the primary.',
        )
      : connectionsOf(state, environment, milliseconds),
    checkClock('database', state.time, now, milliseconds),
    migrations,
    ...(migrations.state === 'ok'
      ? [await checkMails(database), ...(await checkWebhooks(database, environment))]
      : []),
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
    `${finding} It accepts ${connections} connections, but the server uses up to ${needed}.`,
    `Set max_connections to at least ${needed} and restart PostgreSQL.`,
  );
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  const { pending, newer } = await new MigrationLog(pool).compare();
  if (newer.length > 0) {
    const finding = `A newer version has migrated the database: ${newer.join(', ')}.`;
    return problem('migrations', finding, 'Run the newer version, or restore a backup.');
  }
  if (pending.length === 0) return ok('migrations', 'All migrations are applied.');
  const finding = `Migrations that are not applied: ${pending.length}.`;
  return warning('migrations', finding, 'Restart the server.');
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

async function checkWebhooks(database: Database, environment: Environment): Promise<Finding[]> {
  if (new WebhookSecrets(environment).isAvailable) return [];
  const { total } = await new WebhooksRepository(database).list(0, 0);
  if (total === 0) return [];
  return [
    warning(
      'webhooks',
      `No webhook is pinged, because WEBHOOK_KEY is unset. Registered webhooks: ${total}.`,
      'Set WEBHOOK_KEY to the key with which they were registered, and restart the server.',
    ),
  ];
}
