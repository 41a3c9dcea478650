import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { isReadOnly } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import {
  KeyReferencesService,
  shownReference,
} from '#libs/keys/src/administration/key-references.service.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import type { LimitWindowDto } from '#libs/keys/src/limits/limits.dto.js';
import { addressIn, type Budgets, LimitsService } from '#libs/keys/src/limits/limits.service.js';
import { ArchivedWindows } from '#libs/rate-limit/src/storage/memory/archived-windows.js';
import { RedisStorage } from '#libs/rate-limit/src/storage/redis/redis.storage.js';
import type { RateLimitWindows } from '#libs/rate-limit/src/storage/rate-limit-windows.js';
import { CommandError } from '../explain.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import { JSON_OPTION, type ListOptions, printList } from '../print.js';
import { withServices } from '../with-services.js';

export function define(command: Command): void {
  command.addHelpText(
    'after',
    '\nIdentify a key by its id or by the first characters of a secret (mnbd_4fK2x). Without REDIS_URL, ' +
      'the server counts in memory: its hourly counts appear here up to a second late, those per minute ' +
      'not at all, and it applies a reset within two seconds.',
  );
  command
    .command('show <key-or-address...>')
    .description('Show the rate-limit usage of keys and addresses.')
    .option(...JSON_OPTION)
    .action(show);
  command
    .command('clear <key-or-address...>')
    .description('Reset the rate-limit usage of keys and addresses.')
    .action(clear);
}

async function show(names: string[], options: ListOptions): Promise<void> {
  await withLimits(async (limits, budgetsOf) => {
    const windows: LimitWindowDto[] = [];
    for (const name of names) windows.push(...(await limits.read(await budgetsOf(name))));
    printList(windows, options, {
      Budget: ({ budget }) => budget,
      Subject: ({ of }) => of,
      Limit: ({ limit }) => limit,
      Used: ({ used }) => used,
      Remaining: ({ remaining }) => remaining,
      Resets: ({ resetsAt }) => resetsAt,
    });
  });
}

async function clear(names: string[], _options: object, command: Command): Promise<void> {
  const operator = operatorOf(command);
  await withLimits((limits, budgetsOf, confirm) =>
    forEach(names, shownReference, async (name) => {
      const before = await limits.clear(await budgetsOf(name), operator);
      const used = before.map(({ budget, used, limit }) => `${budget}: ${used} of ${limit}`);
      return `cleared (${used.join(', ')}). ${await confirm()}`;
    }),
  );
}

/** Returns the budgets of an address or a key. */
type BudgetsOf = (name: string) => Promise<Budgets>;
/** Returns a sentence that states when the reset takes effect. */
type Confirm = () => Promise<string>;

async function withLimits(
  work: (limits: LimitsService, budgetsOf: BudgetsOf, confirm: Confirm) => Promise<void>,
): Promise<void> {
  await withServices('limits', async (services) => {
    const { REDIS_URL } = services.get(Environment);
    const workOn = (windows: RateLimitWindows, confirm: Confirm) => {
      const limits = new LimitsService(
        windows,
        services.get(Database),
        services.get(KeysRepository),
        services.get(AuditService),
      );
      const budgetsOf = async (name: string) =>
        addressIn(name) === undefined
          ? limits.ofKey(await findKey(name, services))
          : limits.ofAddress(name);
      return work(limits, budgetsOf, confirm);
    };
    if (!REDIS_URL) {
      const windows = services.get(ArchivedWindows);
      return workOn(windows, async () =>
        (await windows.areTaken())
          ? 'The server has applied the reset.'
          : 'No server is running with these settings. The next one will start from zero.',
      );
    }
    const windows = await RedisStorage.open(REDIS_URL);
    try {
      await workOn(windows, async () => 'The reset applies to all processes.');
    } catch (error) {
      const cause = isOfStore(error) && windows.explain(error);
      throw cause ? new CommandError(`The rate-limit store is unavailable: ${cause}.`) : error;
    } finally {
      windows.close();
    }
  });
}

async function findKey(name: string, services: INestApplicationContext): Promise<string> {
  const { ids, problems } = await services.get(KeyReferencesService).findAll([name]);
  if (problems.length > 0) throw new ApiError('not_found', problems.join(' '));
  return ids[0]!;
}

function isOfStore(error: unknown): error is Error {
  if (error instanceof ApiError || error instanceof CommandError || isReadOnly(error)) return false;
  return error instanceof Error;
}
