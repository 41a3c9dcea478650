import { Command } from 'commander';
import { VERSION } from '#libs/config/src/project-root.js';

/** A file in `commands`. */
interface CommandModule {
  /** Adds the options, arguments and subcommands. */
  define: (command: Command) => void;
}

/** Descriptions of the commands. Each is loaded on demand, because loading all takes seconds. */
const COMMANDS: Record<string, string> = {
  admins: 'List, add and disable admins, and reset passwords.',
  backup: 'Back up the whole database to a file.',
  config: 'Print all settings that the server would use in this folder, without secrets.',
  deliveries: 'List emails and their status, and retry failed ones.',
  doctor: 'Check everything the server needs, and suggest fixes.',
  export: 'Write all businesses as CSV, to edit in a spreadsheet and import again.',
  'generate-directory': 'Write a fictional directory as NDJSON. Equal seeds give equal output.',
  import: 'Import businesses from a file.',
  imports: 'List past imports, and cancel or undo them.',
  keys: 'List API keys and their usage; suspend, rotate and revoke them.',
  limits: 'Show and reset the rate-limit usage of keys and addresses.',
  migrate: 'List database migrations. The server applies pending ones at startup.',
  move: 'Move the database between the embedded database and a server.',
  requests: 'List key requests, and approve or reject them.',
  restore: 'Restore a backup into an empty database.',
  sessions: 'List and end sessions of admins.',
  sources: 'List, add and change the sources of imports, and schedule fetches.',
  top: 'Show which keys and addresses send the most requests.',
};

// Output files contain personal data, and this process may create the embedded database.
process.umask(0o077);

// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  void fail(error);
});

const program = new Command('mnbd')
  .description('Command line for operators of the Minnesota Business Directory.')
  .version(VERSION, '-V, --version')
  .option('--as <name>', 'your name for the audit log (default: name of your local account)')
  .addHelpText('after', '\nChanges are recorded in the audit log. The server can keep running.')
  .hook('preSubcommand', async (_, command) => {
    await load(command);
    command.hook('preSubcommand', expectKnown).on('command:*', () => expectKnown(command));
  })
  .helpCommand(false);
for (const [name, description] of Object.entries(COMMANDS)) {
  program.command(name).description(description);
}
program
  .command('help [command...]')
  .description('Show help for a command.')
  .action(async (names: string[]) => {
    let command = program;
    for (const name of names) {
      const found = command.commands.find((each) => each.name() === name);
      if (!found) {
        if (command !== program) refuseUnknown(command, name);
        // Commander suggests a similar command.
        await program.parseAsync([name], { from: 'user' });
        return;
      }
      if (command === program) await load(found);
      command = found;
    }
    command.help();
  });

/** Adds the options, arguments and subcommands of a command. `help` has none. */
async function load(command: Command): Promise<void> {
  const name = command.name();
  if (!(name in COMMANDS)) return;
  const { define } = (await import(`./commands/${name}.command.js`)) as CommandModule;
  define(command);
}

/** Fails on an unknown subcommand, which Commander would pass to the default one as an argument. */
function expectKnown(command: Command): void {
  const [given = ''] = command.args;
  const names = command.commands.map((subcommand) => subcommand.name());
  if (given.startsWith('-') || ['', ...names].includes(given)) return;
  refuseUnknown(command, given);
}

function refuseUnknown(command: Command, given: string): never {
  const names = command.commands.map((subcommand) => subcommand.name());
  const hint = names.length > 0 ? ` Use ${names.join(', ')}.` : '';
  return command.error(`error: unknown command '${command.name()} ${given}'.${hint}`);
}

async function fail(error: unknown): Promise<never> {
  const { CommandError, explain } = await import('./explain.js');
  process.stderr.write(`${explain(error)}\n`);
  process.exit(error instanceof CommandError ? error.exitCode : 1);
}

program.parseAsync().catch(fail);
