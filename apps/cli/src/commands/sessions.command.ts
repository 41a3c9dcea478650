import type { Command } from 'commander';
import { SessionsService } from '#libs/admin/src/sessions/sessions.service.js';
import { CommandError } from '../explain.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import { JSON_OPTION, type ListOptions, printList } from '../print.js';
import { expectIds } from '../read-input.js';
import { withServices } from '../with-services.js';

export function define(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List the sessions of admins, newest first.')
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('end [id...]')
    .description('End sessions. Their tokens stop working.')
    .option('--all', 'end all sessions of all admins')
    .action(end);
}

async function list(options: ListOptions): Promise<void> {
  const sessions = await withServices('sessions', (services) =>
    services.get(SessionsService).list(),
  );
  printList(sessions, options, {
    Id: ({ id }) => id,
    Admin: ({ admin }) => admin.email,
    Address: ({ address }) => address,
    Created: ({ createdAt }) => createdAt,
    Expires: ({ expiresAt }) => expiresAt,
  });
}

async function end(names: string[], { all }: { all?: true }, command: Command): Promise<void> {
  if (names.length > 0 === Boolean(all)) throw new CommandError('Name sessions, or use --all.');
  const ids = expectIds(names);
  await withServices('sessions', async (services) => {
    const sessions = services.get(SessionsService);
    const chosen = all ? (await sessions.list()).map(({ id }) => id) : ids;
    await forEach(chosen, String, async (id) => {
      const { email } = await sessions.end(id, operatorOf(command));
      return `ended. ${email} is signed out there.`;
    });
  });
}
