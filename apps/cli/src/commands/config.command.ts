import type { Command } from 'commander';
import { environmentWarnings } from '#libs/config/src/environment-warnings.js';
import { loadEnvironment, loadDotEnv } from '#libs/config/src/load-environment.js';
import { settingsOf } from '#libs/config/src/settings.js';
import { JSON_OPTION, type ListOptions, printList } from '../print.js';

export function define(command: Command): void {
  command.option(...JSON_OPTION).action(print);
}

function print(options: ListOptions): void {
  const dotEnv = loadDotEnv();
  const environment = loadEnvironment(process.env);
  const settings = settingsOf(environment, process.env, dotEnv);
  printList(settings, options, {
    Variable: ({ name }) => name,
    Source: ({ source }) => source,
    Value: ({ value }) => value,
  });
  for (const warning of environmentWarnings(process.env, environment)) {
    process.stderr.write(`${warning}\n`);
  }
}
