import { type Command, Option } from 'commander';
import { type ListedKey, RecentTrafficQuery } from '#libs/keys/src/usage/usage.dto.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
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
  sort?: string;
  limit?: unknown;
}

export function define(command: Command): void {
  command
    .option('--minutes <number>', 'number of minutes, including the current one', toNumber, 15)
    .addOption(
      new Option('--sort <order>', 'sort order; `time` is the total duration of requests')
        .choices(TRAFFIC_SORTS)
        .default('requests'),
    )
    .option('--limit <number>', 'maximum number of keys and addresses', toNumber, 20)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nMinutes are a few seconds behind and include only the busiest clients of each few seconds. The ' +
        'access log contains the individual requests (ACCESS_LOG=true).',
    )
    .action(top);
}

const KEY_COLUMNS: Columns<ListedKey> = {
  Key: ({ starts, keyId }) => starts.map((start) => `${start}…`).join(' ') || keyId,
  Label: ({ label }) => label,
  Owner: ({ ownerEmail }) => ownerEmail,
  'Limit/h': ({ limitPerHour }) => limitPerHour,
};

async function top({ json, ...options }: TopOptions): Promise<void> {
  const query = await readInput(options, RecentTrafficQuery);
  await withServices('top', async (services) => {
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
  });
}
