import type { Command } from 'commander';

/** Adds the options that describe a source. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--licence <text>', "license of the source's data")
    .option('--attribution <text>', 'credit that the license requires wherever the data is shown')
    .option('--rank <number>', 'priority if sources disagree; higher wins (default: 10)')
    .option('--id-column <name>', 'column that identifies a row of the source');
}
