import { PickType } from '@nestjs/swagger';
import type { Command } from 'commander';
import { isEmail } from 'class-validator';
import { NewAdminDto } from '#libs/admin/src/accounts/admin.dto.js';
import { AdminsService } from '#libs/admin/src/accounts/admins.service.js';
import { PasswordsService } from '#libs/admin/src/accounts/passwords.service.js';
import { normalizeEmail } from '#libs/text/src/email-address.js';
import { CommandError } from '../explain.js';
import { operatorOf } from '../operator.js';
import { JSON_OPTION, type ListOptions, print, printList } from '../print.js';
import { readInput } from '../read-input.js';
import type { Opening } from '../with-database.js';
import { withServices } from '../with-services.js';

export function define(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List all admins.')
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('add <email> <name>')
    .description('Add an admin. The generated password is printed once.')
    .action(add);
  command
    .command('reset-password <email>')
    .description('Print a new generated password once, and sign the admin out everywhere.')
    .action(resetPassword);
  for (const [name, description, method, outcome] of CHANGES) {
    command
      .command(`${name} <email>`)
      .description(description)
      .action(async (email: string, _, command: Command) => {
        await withAdmin(email, (admins, id) => admins[method](id, operatorOf(command)));
        print(`${email} ${outcome}.`);
      });
  }
}

/** Commands that change one admin, with the method of `AdminsService` and the message. */
const CHANGES = [
  ['disable', 'Prevent an admin from signing in.', 'disable', 'was disabled'],
  ['enable', 'Allow a disabled admin to sign in again.', 'enable', 'was enabled'],
  ['sign-out', 'Sign an admin out everywhere.', 'signOutEverywhere', 'was signed out'],
] as const;

async function list(options: ListOptions): Promise<void> {
  const admins = await withAdmins((admins) => admins.list());
  printList(admins, options, {
    Email: ({ email }) => email,
    Name: ({ name }) => name,
    Created: ({ createdAt }) => createdAt,
    Disabled: ({ disabledAt }) => disabledAt,
  });
}

async function add(address: string, called: string, _: object, command: Command): Promise<void> {
  const email = normalizeEmail(address);
  if (!isEmail(email, { require_tld: false })) {
    throw new CommandError(`${address} is not an email address.`);
  }
  const { name } = await readInput({ name: called }, PickType(NewAdminDto, ['name']));
  const password = new PasswordsService().generate();
  await withAdmins((admins) => admins.add({ email, name, password }, operatorOf(command)), {
    creates: true,
  });
  printPassword(email, password);
}

async function resetPassword(email: string, _: object, command: Command): Promise<void> {
  const password = new PasswordsService().generate();
  await withAdmin(email, (admins, id) => admins.resetPassword(id, password, operatorOf(command)));
  printPassword(email, password);
}

function printPassword(email: string, password: string): void {
  print(`${email}  ${password}`);
  print('This password will not be shown again.');
}

function withAdmins<T>(work: (admins: AdminsService) => Promise<T>, opening?: Opening): Promise<T> {
  return withServices('admins', (services) => work(services.get(AdminsService)), opening);
}

function withAdmin(
  email: string,
  work: (admins: AdminsService, id: string) => Promise<unknown>,
): Promise<unknown> {
  return withAdmins(async (admins) => {
    const { id } = await admins.findByEmail(normalizeEmail(email));
    return work(admins, id);
  });
}
