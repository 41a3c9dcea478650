import { Command } from 'commander';
import { isEmail } from 'class-validator';
import { AdminsService } from '#libs/admin/src/accounts/admins.service.js';
import { PasswordsService } from '#libs/admin/src/accounts/passwords.service.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { normaliseEmail } from '#libs/http/src/validation/email.decorator.js';
import { CommandError } from '../explain.js';
import { printTable } from '../print-table.js';
import { withServices } from '../with-services.js';

/** The audit names no admin for what the operator does here. */
const OPERATOR = null;

export function adminsCommand(): Command {
  const command = new Command('admins').description('Who may use the admin interface.');
  command.command('list').description('List all admins.').action(list);
  command
    .command('add')
    .description('Add an admin; the password is made up and printed once.')
    .argument('<email>')
    .argument('<name>')
    .action(add);
  command
    .command('reset-password')
    .description('Make up a new password, print it once, and sign the admin out everywhere.')
    .argument('<email>')
    .action(resetPassword);
  command
    .command('disable')
    .description('Keep an admin from signing in.')
    .argument('<email>')
    .action((email: string) =>
      change(email, 'is disabled', (admins, id) => admins.disable(id, OPERATOR)),
    );
  command
    .command('enable')
    .description('Let a disabled admin sign in again.')
    .argument('<email>')
    .action((email: string) =>
      change(email, 'is enabled', (admins, id) => admins.enable(id, OPERATOR)),
    );
  command
    .command('sign-out')
    .description('Sign an admin out everywhere.')
    .argument('<email>')
    .action((email: string) =>
      change(email, 'is signed out', (admins, id) => admins.signOutEverywhere(id, OPERATOR)),
    );
  return command;
}

async function list(): Promise<void> {
  const admins = await withAdmins((admins) => admins.list());
  printTable(
    ['E-mail', 'Name', 'Since', 'Disabled'],
    admins.map(({ email, name, createdAt, disabledAt }) => [
      email,
      name,
      createdAt.toISOString().slice(0, 10),
      disabledAt?.toISOString().slice(0, 10) ?? '',
    ]),
  );
}

async function add(address: string, name: string): Promise<void> {
  const email = normaliseEmail(address);
  if (!isEmail(email, { require_tld: false })) {
    throw new CommandError(`${address} is not an e-mail address.`);
  }
  const password = new PasswordsService().generate();
  await withAdmins((admins) => admins.add({ email, name, password }, OPERATOR));
  printPassword(email, password);
}

async function resetPassword(email: string): Promise<void> {
  const password = new PasswordsService().generate();
  await withAdmins(async (admins) => {
    const { id } = await admins.findByEmail(normaliseEmail(email));
    await admins.resetPassword(id, password, OPERATOR);
  });
  printPassword(email, password);
}

async function change(
  email: string,
  outcome: string,
  work: (admins: AdminsService, id: string) => Promise<unknown>,
): Promise<void> {
  await withAdmins(async (admins) => {
    const { id } = await admins.findByEmail(normaliseEmail(email));
    await work(admins, id);
  });
  process.stdout.write(`${email} ${outcome}.\n`);
}

function printPassword(email: string, password: string): void {
  process.stdout.write(`${email}  ${password}\nThis password is not shown again.\n`);
}

async function withAdmins<T>(work: (admins: AdminsService) => Promise<T>): Promise<T> {
  try {
    return await withServices('admins', (services) => work(services.get(AdminsService)));
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  }
}
