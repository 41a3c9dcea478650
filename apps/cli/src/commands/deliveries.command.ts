import { type Command, Option } from 'commander';
import {
  DELIVERY_STATUSES,
  type DeliveryDto,
  DeliveryRetryDto,
  ListDeliveriesQuery,
} from '#libs/keys/src/deliveries/delivery.dto.js';
import { DeliveriesService } from '#libs/keys/src/deliveries/deliveries.service.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import { JSON_OPTION, type ListOptions, printList, printRest } from '../print.js';
import { expectIds, readInput } from '../read-input.js';
import { withServices } from '../with-services.js';

const MOST = 1000;

export function defineDeliveries(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List mails, the newest first, with why they were not sent.')
    .addOption(
      new Option('--status <status>', 'only those of this status').choices(DELIVERY_STATUSES),
    )
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('retry')
    .description('Send failed mails again.')
    .argument('<id...>')
    .option('--recipient <address>', 'the right address, where the former was wrong')
    .action(retry);
}

async function list({ json, ...options }: ListOptions & Pick<ListDeliveriesQuery, 'status'>) {
  const query = Object.assign(new ListDeliveriesQuery(), options, { limit: MOST });
  const { items, total } = await withServices('deliveries', (services) =>
    services.get(DeliveriesService).list(query),
  );
  printList<DeliveryDto>(
    items,
    {
      Id: ({ id }) => id,
      Kind: ({ kind }) => kind,
      Recipient: ({ recipient }) => recipient,
      Status: ({ status }) => status,
      Attempts: ({ attempts }) => attempts,
      Since: ({ createdAt }) => createdAt,
      Next: ({ nextAttemptAt }) => nextAttemptAt,
      Error: ({ lastError }) => lastError,
    },
    { json },
  );
  printRest(items.length, total);
}

async function retry(ids: string[], options: object, command: Command): Promise<void> {
  expectIds(ids);
  const { recipient } = await readInput(options, DeliveryRetryDto);
  await withServices('deliveries', (services) =>
    forEach(ids, String, async (id) => {
      const deliveries = services.get(DeliveriesService);
      const delivery = await deliveries.retry(id, recipient, operatorOf(command));
      return `is sent again to ${delivery.recipient}, as soon as the server runs.`;
    }),
  );
}
