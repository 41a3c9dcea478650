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
    .description('List emails, newest first, with errors.')
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices(
        DELIVERY_STATUSES,
      ),
    )
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('retry')
    .description('Retry failed emails.')
    .argument('<id...>')
    .option('--recipient <address>', 'corrected address')
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
      Created: ({ createdAt }) => createdAt,
      'Next attempt': ({ nextAttemptAt }) => nextAttemptAt,
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
      return `queued for delivery to ${delivery.recipient} by the server.`;
    }),
  );
}
