import { Command, Option } from 'commander';
import {
  KEY_SORTS,
  KEY_STATES,
  type KeyDto,
  type ListKeysQuery,
} from '#libs/keys/src/administration/key.dto.js';
import { KeysService } from '#libs/keys/src/administration/keys.service.js';
import { printTable } from '../print-table.js';
import { withServices } from '../with-services.js';

const MOST = 1000;

export function keysCommand(): Command {
  return new Command('keys')
    .description('List the keys that were issued, with what they were used for.')
    .addOption(new Option('--state <state>', 'only keys of this state').choices(KEY_STATES))
    .addOption(
      new Option('--sort <order>', 'which come first').choices(KEY_SORTS).default('newest'),
    )
    .action(list);
}

async function list(options: Pick<ListKeysQuery, 'state' | 'sort'>): Promise<void> {
  const { items, total } = await withServices('keys', (services) =>
    services.get(KeysService).list({ ...options, page: 1, limit: MOST }),
  );
  printTable(
    [
      'Label',
      'Owner',
      'State',
      'Limit/h',
      'Requests, 30 d',
      'Refused',
      'Last used',
      'Expires',
      'Secrets',
    ],
    items.map(toRow),
  );
  if (total > items.length) process.stdout.write(`The first ${MOST} of ${total} keys.\n`);
}

function toRow(key: KeyDto): string[] {
  return [
    key.label,
    key.ownerEmail,
    key.state,
    String(key.limitPerHour),
    String(key.requests),
    String(key.refusals),
    minute(key.lastUsedAt),
    minute(key.expiresAt),
    key.secrets.map(({ start }) => `${start}…`).join(' '),
  ];
}

function minute(time: Date | null): string {
  return time ? `${time.toISOString().slice(0, 16)}Z` : '';
}
