import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { Environment } from '#libs/config/src/environment.js';
import {
  type ListedKey,
  RecentTrafficQuery,
  TopKeysQuery,
} from '#libs/keys/src/usage/usage.dto.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { ArchivedWindows } from '#libs/rate-limit/src/storage/memory/archived-windows.js';
import {
  RecentTrafficRepository,
  TRAFFIC_SORTS,
} from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import {
  type Columns,
  JSON_OPTION,
  type ListOptions,
  print,
  printJson,
  printTable,
} from '../print.js';
import { readInput, toNumber } from '../read-input.js';
import { withServices } from '../with-services.js';

interface TopOptions extends ListOptions {
  minutes?: unknown;
  hours?: unknown;
  sort?: string;
  limit?: unknown;
}

export function define(command: Command): void {
  command
    .option('--minutes <number>', 'number of minutes, including the current one', toNumber, 15)
    .addOption(
      new Option('--hours <number>', 'number of hours, in less detail (instead of --minutes)')
        .argParser(toNumber)
        .conflicts('minutes'),
    )
    .addOption(
      new Option('--sort <order>', 'sort order; `time` is the total duration of requests')
        .choices(TRAFFIC_SORTS)
        .default('requests'),
    )
    .option('--limit <number>', 'maximum number of keys and addresses', toNumber, 20)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nMinutes are a few seconds behind and include only the busiest clients of each few seconds. With ' +
        '--hours, keys have no times, and addresses without a valid key show their current window. The ' +
        'access log contains the individual requests (ACCESS_LOG=true).',
    )
    .action(top);
}

async function top({ json, hours, minutes, ...options }: TopOptions): Promise<void> {
  if (hours === undefined) {
    const query = await readInput({ ...options, minutes }, RecentTrafficQuery);
    return withServices('top', (services) => topOfMinutes(query, services, json));
  }
  const query = await readInput({ ...options, hours }, TopKeysQuery);
  return withServices('top', (services) => topOfHours(query, services, json));
}

const KEY_COLUMNS: Columns<ListedKey> = {
  Key: ({ starts, keyId }) => starts.map((start) => `${start}…`).join(' ') || keyId,
  Label: ({ label }) => label,
  Owner: ({ ownerEmail }) => ownerEmail,
  'Limit/h': ({ limitPerHour }) => limitPerHour,
};

async function topOfMinutes(
  query: RecentTrafficQuery,
  services: INestApplicationContext,
  json: true | undefined,
): Promise<void> {
  const traffic = services.get(RecentTrafficRepository);
  const keys = await services.get(UsageService).withKeys(await traffic.topKeys(query));
  const addresses = await traffic.topAddresses(query);
  if (json) return printJson({ keys, addresses });
  const columns: Columns<(typeof addresses)[number] | (typeof keys)[number]> = {
    Requests: ({ requests }) => requests,
    Refused: ({ refusals }) => refusals,
    Milliseconds: ({ milliseconds }) => Math.round(milliseconds),
  };
  printTable(keys, { ...KEY_COLUMNS, ...columns });
  print('');
  printTable(addresses, { 'Address without a key': ({ address }) => address, ...columns });
}

async function topOfHours(
  query: TopKeysQuery,
  services: INestApplicationContext,
  json: true | undefined,
): Promise<void> {
  const keys = await services.get(UsageService).top(query);
  const isShared = services.get(Environment).REDIS_URL !== undefined;
  const archive = services.get(ArchivedWindows);
  const addresses = isShared ? null : await archive.busiestAddresses(query.limit);
  if (json) return printJson({ keys, addresses });
  printTable(keys, {
    ...KEY_COLUMNS,
    Requests: ({ requests }) => requests,
    Refused: ({ refusals }) => refusals,
    'Last used': ({ lastUsedAt }) => lastUsedAt,
  });
  print('');
  if (!addresses) {
    process.stderr.write('Counts of addresses are in Redis. Use "mnbd limits show <address>".\n');
    return;
  }
  printTable(addresses, {
    Address: ({ address }) => address,
    'Requests without a key': ({ used }) => used,
    'Window resets': ({ resetsAt }) => resetsAt,
  });
}
