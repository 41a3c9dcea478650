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
    description: 'Who may use the admin interface.',
    load: async () => (await import('./commands/admins.command.js')).defineAdmins,
  },
  backup: {
    description: 'Write all that the database holds into a file.',
    load: async () => (await import('./commands/backup.command.js')).defineBackup,
  },
  config: {
    description: 'Print all settings as a start in this folder would have them, without secrets.',
    load: async () => (await import('./commands/config.command.js')).defineConfig,
  },
  deliveries: {
    description: 'What became of mails, and sending them again.',
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
    description: 'Bring the businesses of a file into the directory.',
    load: async () => (await import('./commands/import.command.js')).defineImport,
  },
  imports: {
    description: 'The imports that were done, and undoing one.',
    load: async () => (await import('./commands/imports.command.js')).defineImports,
  },
  keys: {
    description: 'The keys that were issued: what they are used for, and ending them.',
    load: async () => (await import('./commands/keys.command.js')).defineKeys,
  },
  migrate: {
    description:
      'Tell where the migrations stand, and settle it. Each start applies those that are pending.',
    load: async () => (await import('./commands/migrate.command.js')).defineMigrate,
  },
  move: {
    description: 'Bring the database to another place: from the embedded one to a server, or back.',
    load: async () => (await import('./commands/move.command.js')).defineMove,
  },
  requests: {
    description: 'Requests for a key, and deciding on them.',
    load: async () => (await import('./commands/requests.command.js')).defineRequests,
  },
  restore: {
    description: 'Bring what `backup` wrote into an empty database.',
    load: async () => (await import('./commands/restore.command.js')).defineRestore,
  },
  sessions: {
    description: 'Where admins are signed in, and ending it.',
    load: async () => (await import('./commands/sessions.command.js')).defineSessions,
  },
};

// What it writes holds addresses, and it may be the one to make the embedded database.
process.umask(0o077);

// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const program = new Command('mnbd')
  .description('The command line of the operator of the Minnesota Business Directory.')
  .version(VERSION, '-V, --version')
  .option('--as <name>', 'who you are, for the audit (default: the name of your account here)')
  .addHelpText(
    'after',
    '\nWhat changes something is recorded in the audit. The server may run meanwhile.',
  )
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
