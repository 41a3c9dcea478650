import { Logger } from '@nestjs/common';
import { Command } from 'commander';
import { adminsCommand } from './commands/admins.command.js';
import { configCommand } from './commands/config.command.js';
import { generateDirectoryCommand } from './commands/generate-directory.command.js';
import { importCommand } from './commands/import.command.js';
import { keysCommand } from './commands/keys.command.js';
import { migrateCommand } from './commands/migrate.command.js';
import { CommandError, explain } from './explain.js';

// What it writes holds addresses, and it may be the one to make the embedded database.
process.umask(0o077);

// Standard output is for results.
const tell = (message: unknown) => process.stderr.write(`${String(message)}\n`);
Logger.overrideLogger({ log: tell, warn: tell, error: tell });

const program = new Command('cli')
  .description('Commands for the operator of the Minnesota business directory.')
  .addCommand(adminsCommand())
  .addCommand(configCommand())
  .addCommand(generateDirectoryCommand())
  .addCommand(importCommand())
  .addCommand(keysCommand())
  .addCommand(migrateCommand());

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
});
