import { type Command, Option } from 'commander';
import { Environment } from '#libs/config/src/environment.js';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { TOP_SORTS, TopKeysQuery } from '#libs/keys/src/usage/usage.dto.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { ArchivedWindows } from '#libs/rate-limit/src/storage/memory/archived-windows.js';
import { JSON_OPTION, type ListOptions, print, printJson, printList } from '../print.js';
import { readInput, toNumber } from '../read-input.js';
import { withServices } from '../with-services.js';

export function defineTop(command: Command): void {
  command
    .option(
      '--hours <number>',
      'how many hours back for keys, the present one included',
      toNumber,
      1,
    )
    .addOption(
      new Option('--sort <order>', 'which keys come first').choices(TOP_SORTS).default('requests'),
    )
    .option('--limit <number>', 'how many keys and addresses at most', toNumber, 20)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nKeys are counted by hour, a few seconds behind; addresses without a valid key by their present ' +
        'window. Who asks for what in the last minutes is in the access log (ACCESS_LOG=true).',
    )
    .action(top);
}

async function top({ json, ...options }: ListOptions): Promise<void> {
  const query = await readInput(options, TopKeysQuery);
  await withServices('top', async (services) => {
    const keys = await services.get(UsageService).top(query);
    const isShared = services.get(Environment).REDIS_URL !== undefined;
    const archive = new ArchivedWindows(services.get(Database), services.get(Clock));
    const addresses = isShared ? null : await archive.busiestAddresses(query.limit);
    if (json) return printJson({ keys, addresses });
    printList(
      keys,
      {
        Key: ({ starts, keyId }) => starts.map((start) => `${start}…`).join(' ') || keyId,
        Label: ({ label }) => label,
        Owner: ({ ownerEmail }) => ownerEmail,
        'Limit/h': ({ limitPerHour }) => limitPerHour,
        Requests: ({ requests }) => requests,
        Refused: ({ refusals }) => refusals,
        'Last used': ({ lastUsedAt }) => lastUsedAt,
      },
      {},
    );
    print('');
    if (!addresses) {
      process.stderr.write(
        'The counts of addresses are in Redis: see "mnbd limits show <address>".\n',
      );
      return;
    }
    printList(
      addresses,
      {
        Address: ({ address }) => address,
        'Requests without a key': ({ used }) => used,
        'Window ends': ({ resetsAt }) => resetsAt,
      },
      {},
    );
  });
}
