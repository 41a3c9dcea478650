import { Command } from 'commander';
import { VERSION } from '#libs/config/src/project-root.js';

interface LazyCommand {
  description: string;
  /** Loads the function that adds the options, arguments and subcommands. */
  load(): Promise<(command: Command) => unknown>;
}

/** Commands by name. They are loaded on demand, because loading all of them takes seconds. */
const COMMANDS: Record<string, LazyCommand> = {
  admins: {
    description: 'List, add and disable admins, and reset passwords.',
    load: async () => (await import('./commands/admins.command.js')).defineAdmins,
  },
  backup: {
    description: 'Back up the whole database to a file.',
    load: async () => (await import('./commands/backup.command.js')).defineBackup,
  },
  config: {
    description: 'Print all settings that the server would use in this folder, without secrets.',
    load: async () => (await import('./commands/config.command.js')).defineConfig,
  },
  deliveries: {
    description: 'List emails and their status, and retry failed ones.',
    load: async () => (await import('./commands/deliveries.command.js')).defineDeliveries,
  },
  doctor: {
    description: 'Check everything the server needs, and suggest fixes.',
    load: async () => (await import('./commands/doctor.command.js')).defineDoctor,
  },
  export: {
    description: 'Write all businesses as CSV, to edit in a spreadsheet and import again.',
    load: async () => (await import('./commands/export.command.js')).defineExport,
  },
  'generate-directory': {
    description: 'Write a fictional directory as NDJSON. Equal seeds give equal output.',
    load: async () =>
      (await import('./commands/generate-directory.command.js')).defineGenerateDirectory,
  },
  import: {
    description: 'Import businesses from a file.',
    load: async () => (await import('./commands/import.command.js')).defineImport,
  },
  imports: {
    description: 'List past imports, and cancel or undo them.',
    load: async () => (await import('./commands/imports.command.js')).defineImports,
  },
  keys: {
    description: 'List API keys and their usage; suspend, rotate and revoke them.',
    load: async () => (await import('./commands/keys.command.js')).defineKeys,
  },
  limits: {
    description: 'Show and reset the rate-limit usage of keys and addresses.',
    load: async () => (await import('./commands/limits.command.js')).defineLimits,
  },
  migrate: {
    description: 'List database migrations. The server applies pending ones at startup.',
    load: async () => (await import('./commands/migrate.command.js')).defineMigrate,
  },
  move: {
    description: 'Move the database between the embedded database and a server.',
    load: async () => (await import('./commands/move.command.js')).defineMove,
  },
  requests: {
    description: 'List key requests, and approve or reject them.',
    load: async () => (await import('./commands/requests.command.js')).defineRequests,
  },
  restore: {
    description: 'Restore a backup into an empty database.',
    load: async () => (await import('./commands/restore.command.js')).defineRestore,
  },
  sessions: {
    description: 'List and end sessions of admins.',
    load: async () => (await import('./commands/sessions.command.js')).defineSessions,
  },
  sources: {
    description: 'List, add and change the sources of imports, and schedule fetches.',
    load: async () => (await import('./commands/sources.command.js')).defineSources,
  },
  top: {
    description: 'Show which keys and addresses send the most requests.',
    load: async () => (await import('./commands/top.command.js')).defineTop,
  },
};

// Output files contain personal data, and this process may create the embedded database.
process.umask(0o077);

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const program = new Command('mnbd')
  .description('Command line for operators of the Minnesota Business Directory.')
  .version(VERSION, '-V, --version')
  .option('--as <name>', 'your name for the audit log (default: name of your local account)')
  .addHelpText('after', '\nChanges are recorded in the audit log. The server can keep running.')
  .hook('preSubcommand', async (_, command) => {
    const define = await COMMANDS[command.name()]?.load();
    define?.(command);
    command.hook('preSubcommand', expectKnown).on('command:*', () => expectKnown(command));
  })
  .helpCommand(false);
for (const [name, { description }] of Object.entries(COMMANDS)) {
  program.command(name).description(description);
}
program
  .command('help')
  .description('Show help for a command.')
  .argument('[command...]')
  .action(async (names: string[]) => {
    await program.parseAsync([...names, '--help'], { from: 'user' });
  });

/** Fails on an unknown subcommand, which Commander would pass to the default one as an argument. */
function expectKnown(command: Command): void {
  const [given = ''] = command.args;
  const names = command.commands.map((subcommand) => subcommand.name());
  if (given.startsWith('-') || ['', ...names].includes(given)) return;
  command.error(`error: unknown command '${command.name()} ${given}'. Use ${names.join(', ')}.`);
}

program.parseAsync().catch(async (error: unknown) => {
  const { CommandError, explain } = await import('./explain.js');
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
});
