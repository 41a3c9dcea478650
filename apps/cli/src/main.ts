import { Command } from 'commander';
import { VERSION } from '#libs/config/src/version.js';

interface LazyCommand {
  description: string;
  /** Loads what the command takes, and returns what adds its options, arguments and subcommands. */
  load(): Promise<(command: Command) => unknown>;
}

/** To load all of them takes seconds, so each is loaded when it is asked for. */
const COMMANDS: Record<string, LazyCommand> = {
  admins: {
    description: 'List admins, add and disable them, and reset passwords.',
    load: async () => (await import('./commands/admins.command.js')).defineAdmins,
  },
  backup: {
    description: 'Back up the whole database to a file.',
    load: async () => (await import('./commands/backup.command.js')).defineBackup,
  },
  config: {
    description: 'Print all settings as a start in this folder would have them, without secrets.',
    load: async () => (await import('./commands/config.command.js')).defineConfig,
  },
  deliveries: {
    description: 'List mails and their outcome, and send failed ones again.',
    load: async () => (await import('./commands/deliveries.command.js')).defineDeliveries,
  },
  doctor: {
    description: 'Check what the server needs, and say what is wrong and what to do.',
    load: async () => (await import('./commands/doctor.command.js')).defineDoctor,
  },
  'generate-directory': {
    description: 'Write a fictional directory as NDJSON, the same for the same seed.',
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
    description: 'Show how much of their limits keys and addresses have used, and reset that.',
    load: async () => (await import('./commands/limits.command.js')).defineLimits,
  },
  migrate: {
    description:
      'List database migrations, and settle one that failed. Each start applies pending ones.',
    load: async () => (await import('./commands/migrate.command.js')).defineMigrate,
  },
  move: {
    description: 'Move the database from the embedded one to a server, or back.',
    load: async () => (await import('./commands/move.command.js')).defineMove,
  },
  requests: {
    description: 'List requests for a key, and approve or reject them.',
    load: async () => (await import('./commands/requests.command.js')).defineRequests,
  },
  restore: {
    description: 'Restore a backup into an empty database.',
    load: async () => (await import('./commands/restore.command.js')).defineRestore,
  },
  sessions: {
    description: 'List the sessions of admins, and end them.',
    load: async () => (await import('./commands/sessions.command.js')).defineSessions,
  },
  top: {
    description: 'Show which keys and addresses send the most requests.',
    load: async () => (await import('./commands/top.command.js')).defineTop,
  },
};

// What it writes holds addresses, and it may be the one to make the embedded database.
process.umask(0o077);

// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const program = new Command('mnbd')
  .description('Command line for operators of the Minnesota Business Directory.')
  .version(VERSION, '-V, --version')
  .option('--as <name>', 'who you are, for the audit (default: the name of your account here)')
  .addHelpText('after', '\nChanges are recorded in the audit. The server may keep running.')
  .hook('preSubcommand', async (_, command) => {
    const define = await COMMANDS[command.name()]?.load();
    define?.(command);
  })
  .helpCommand(false);
for (const [name, { description }] of Object.entries(COMMANDS)) {
  program.command(name).description(description);
}
program
  .command('help')
  .description('Show what a command takes.')
  .argument('[command...]')
  .action(async (names: string[]) => {
    await program.parseAsync([...names, '--help'], { from: 'user' });
  });

program.parseAsync().catch(async (error: unknown) => {
  const { CommandError, explain } = await import('./explain.js');
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
});
