import { type Command, Option } from 'commander';
import { excerpt } from '#libs/text/src/excerpt.js';
import {
  ApprovalDto,
  KEY_REQUEST_STATUSES,
  type KeyRequestDto,
  type ListKeyRequestsQuery,
  RejectionDto,
} from '#libs/keys/src/review/review.dto.js';
import { ReviewService } from '#libs/keys/src/review/review.service.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import {
  type Columns,
  FIRST_PAGE,
  JSON_OPTION,
  type ListOptions,
  printItem,
  printPage,
} from '../print.js';
import { expectIds, readInput, toNumber } from '../read-input.js';
import { withServices } from '../with-services.js';

/** Characters of a project in the list. */
const LONGEST_PROJECT = 80;

const SUMMARY: Columns<KeyRequestDto> = {
  Id: ({ id }) => id,
  Status: ({ status }) => status,
  Created: ({ createdAt }) => createdAt,
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Organization: ({ organization }) => organization,
};

export function define(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List key requests.')
    .addOption(
      new Option('--status <status>', 'only requests with this status').choices(
        KEY_REQUEST_STATUSES,
      ),
    )
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('show <id>')
    .description('Show a request and its decision.')
    .option(...JSON_OPTION)
    .action(show);
  command
    .command('approve <id...>')
    .description('Approve requests. Each developer gets a key by email.')
    .option(
      '--limit-per-hour <number>',
      'requests per hour (default: DEFAULT_LIMIT_PER_HOUR)',
      toNumber,
    )
    .option('--expires-at <time>', 'expiry of the key, such as 2030-01-01T00:00:00Z')
    .option('--note <text>', 'note for other admins')
    .action(approve);
  command
    .command('reject <id...>')
    .description('Reject requests. Each developer gets the reason by email.')
    .requiredOption('--reason <text>', 'sent to the developer by email')
    .action(reject);
}

async function list({ json, ...options }: ListOptions & Pick<ListKeyRequestsQuery, 'status'>) {
  const requests = await withServices('requests', (services) =>
    services.get(ReviewService).list({ ...options, ...FIRST_PAGE, sort: 'queue' }),
  );
  printPage<KeyRequestDto>(
    requests,
    { json },
    {
      ...SUMMARY,
      'Expects/h': ({ expectedRequestsPerHour }) => expectedRequestsPerHour,
      Project: ({ project }) => excerpt(project, LONGEST_PROJECT),
    },
  );
}

async function show(id: string, options: ListOptions): Promise<void> {
  expectIds([id]);
  const request = await withServices('requests', (services) => services.get(ReviewService).get(id));
  printItem<KeyRequestDto>(request, options, {
    ...SUMMARY,
    Website: ({ website }) => website,
    Network: ({ network }) => network,
    'Expected requests per hour': ({ expectedRequestsPerHour }) => expectedRequestsPerHour,
    Project: ({ project }) => project,
    Decided: ({ decidedAt }) => decidedAt,
    'Decided by': ({ decidedBy }) => decidedBy,
    Reason: ({ reason }) => reason,
    Note: ({ note }) => note,
    Key: ({ keyId }) => keyId,
  });
}

async function approve(names: string[], options: object, command: Command): Promise<void> {
  const ids = expectIds(names);
  const approval = await readInput(options, ApprovalDto);
  await withServices('requests', (services) =>
    forEach(ids, String, async (id) => {
      await services.get(ReviewService).approve(id, approval, operatorOf(command));
      return 'approved. The key will be sent by email.';
    }),
  );
}

async function reject(names: string[], options: object, command: Command): Promise<void> {
  const ids = expectIds(names);
  const rejection = await readInput(options, RejectionDto);
  await withServices('requests', (services) =>
    forEach(ids, String, async (id) => {
      await services.get(ReviewService).reject(id, rejection, operatorOf(command));
      return 'rejected. The reason will be sent by email.';
    }),
  );
}
