import type { Type } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { Precondition } from '#libs/editing/src/precondition.js';
import { readMapping } from '#libs/imports/src/columns/mapping.js';
import { NewSource, SourceChange, type SourceDto } from '#libs/imports/src/sources/source.dto.js';
import { SourceEditor } from '#libs/imports/src/sources/source-editor.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import {
  type Columns,
  FIRST_PAGE,
  JSON_OPTION,
  type ListOptions,
  print,
  printItem,
  printPage,
} from '../print.js';
import { readInput, toNumber } from '../read-input.js';
import type { Opening } from '../with-database.js';
import { withServices } from '../with-services.js';

const SCHEDULES = { hour: 'hourly', day: 'daily', week: 'weekly' };
const ANY_STATE = new Precondition('*');

interface Options {
  every?: keyof typeof SCHEDULES;
  rank?: string;
  mapping?: string;
  [text: string]: string | undefined;
}

const SUMMARY: Columns<SourceDto> = {
  Name: ({ name }) => name,
  Rank: ({ rank }) => rank,
  Licence: ({ licence }) => licence,
  URL: ({ url }) => url,
  Schedule: ({ schedule }) => schedule,
  Fetched: ({ lastFetchedAt }) => lastFetchedAt,
  Result: ({ lastResult }) => lastResult,
  Failures: ({ consecutiveFailures }) => consecutiveFailures,
  Next: ({ nextFetchAt }) => nextFetchAt,
  Error: ({ lastError }) => lastError,
};

export function define(command: Command): void {
  command
    .command('list', { isDefault: true })
    .description('List sources and their last fetches.')
    .option(...JSON_OPTION)
    .action(list);
  command
    .command('show <name>')
    .description('Show a source and its last fetch.')
    .option(...JSON_OPTION)
    .action(show);
  withDetails(command.command('add <name>'))
    .description('Add a source. With a URL, the server fetches and imports it on a schedule.')
    .action(add);
  withDetails(command.command('change <name>'))
    .description('Change a source. The server then fetches its file again.')
    .action(change);
  command
    .command('remove <name...>')
    .description('Remove sources that no business has values of.')
    .action(remove);
}

function withDetails(command: Command): Command {
  command
    .option('--url <url>', 'https:// URL of the file; with `change`, "" stops fetching')
    .addOption(
      new Option(
        '--every <period>',
        'how often to fetch it (default for a new source: day)',
      ).choices(Object.keys(SCHEDULES)),
    );
  return withSourceOptions(command);
}

/** Adds the options that describe a source, whether a command stores it or imports its file. */
export function withSourceOptions(command: Command): Command {
  return command
    .option('--licence <text>', "license of the source's data")
    .option('--attribution <text>', 'credit that the license requires wherever the data is shown')
    .option(
      '--rank <number>',
      'priority if sources disagree; higher wins (default for a new source: 10)',
    )
    .option('--id-column <name>', 'column that identifies a row of the source')
    .option('--mapping <file>', 'JSON file that maps fields to columns');
}

function withEditor<T>(work: (editor: SourceEditor) => Promise<T>, opening?: Opening): Promise<T> {
  return withServices('sources', (services) => work(services.get(SourceEditor)), opening);
}

async function list(options: ListOptions): Promise<void> {
  const sources = await withEditor((editor) => editor.page(FIRST_PAGE));
  printPage(sources, options, SUMMARY);
}

async function show(name: string, options: ListOptions): Promise<void> {
  const { record } = await withEditor((editor) => editor.read(name));
  printItem(record, options, SUMMARY);
}

async function add(name: string, options: Options, command: Command): Promise<void> {
  const input = await detailsOf({ name, ...options }, NewSource);
  await withEditor((editor) => editor.create(input, operatorOf(command)), { creates: true });
  print(`Added ${name}.`);
}

async function change(name: string, options: Options, command: Command): Promise<void> {
  const input = await detailsOf(options, SourceChange);
  await withEditor((editor) => editor.change(name, ANY_STATE, input, operatorOf(command)));
  print(`Changed ${name}.`);
}

async function remove(names: string[], _options: object, command: Command): Promise<void> {
  await withEditor((editor) =>
    forEach(names, String, async (name) => {
      await editor.remove(name, ANY_STATE, operatorOf(command));
      return 'removed.';
    }),
  );
}

async function detailsOf<T extends object>(
  { every, rank, mapping, url, ...texts }: Options,
  as: Type<T>,
): Promise<T> {
  const details = {
    ...texts,
    url: url === '' ? null : url,
    schedule: every && SCHEDULES[every],
    rank: rank && toNumber(rank),
    mapping: mapping && (await readMapping(mapping)),
  };
  return readInput(details, as);
}
