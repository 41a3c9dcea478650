import { Command } from 'commander';
import { loadDotEnv } from '#libs/config/src/dot-env.js';
import { environmentWarnings } from '#libs/config/src/environment-warnings.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { settingsOf } from '#libs/config/src/settings.js';
import { printTable } from '../print-table.js';

export function configCommand(): Command {
  return new Command('config')
    .description('Print all settings as a start in this folder would have them, without secrets.')
    .option('--json', 'as JSON')
    .action(print);
}

function print({ json }: { json?: true }): void {
  const dotEnv = loadDotEnv();
  const environment = loadEnvironment(process.env);
  const settings = settingsOf(environment, process.env, dotEnv);
  if (json) {
    process.stdout.write(`${JSON.stringify(settings, undefined, 2)}\n`);
  } else {
    const rows = settings.map(({ name, value, source }) => [name, source, value ?? '']);
    printTable(['Variable', 'From', 'Value'], rows);
  }
  for (const warning of environmentWarnings(process.env, environment)) {
    process.stderr.write(`${warning}\n`);
  }
}
