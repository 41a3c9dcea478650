import { type Command, Option } from 'commander';
import {
  DELIVERY_STATUSES,
  type DeliveryDto,
  DeliveryRetryDto,
  type ListDeliveriesQuery,
} from '#libs/keys/src/deliveries/delivery.dto.js';
import { DeliveriesService } from '#libs/keys/src/deliveries/deliveries.service.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import { FIRST_PAGE, JSON_OPTION, type ListOptions, printPage } from '../print.js';
import { expectIds, readInput } from '../read-input.js';
import { withServices } from '../with-services.js';

export function define(command: Command): void {
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
    .command('retry <id...>')
    .description('Retry failed emails.')
    .option('--recipient <address>', 'corrected address')
    .action(retry);
}

async function list({ json, ...options }: ListOptions & Pick<ListDeliveriesQuery, 'status'>) {
  const deliveries = await withServices('deliveries', (services) =>
    services.get(DeliveriesService).list({ ...options, ...FIRST_PAGE }),
  );
  printPage<DeliveryDto>(
    deliveries,
    { json },
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
  );
}

async function retry(names: string[], options: object, command: Command): Promise<void> {
  const ids = expectIds(names);
  const { recipient } = await readInput(options, DeliveryRetryDto);
  await withServices('deliveries', (services) =>
    forEach(ids, String, async (id) => {
      const deliveries = services.get(DeliveriesService);
      const delivery = await deliveries.retry(id, recipient, operatorOf(command));
      return `queued for delivery to ${delivery.recipient} by the server.`;
    }),
  );
}
