import { type Command, Option } from 'commander';
import { createReadStream } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import type { Operator } from '#libs/admin/src/audit/audit.service.js';
import { SystemClock } from '#libs/config/src/clock.js';
import {
  ReasonDto,
  RotationDto,
  SuspensionDto,
} from '#libs/keys/src/administration/key-changes.dto.js';
import { KeyLifecycleService } from '#libs/keys/src/administration/key-lifecycle.service.js';
import {
  KEY_SORTS,
  KEY_STATES,
  type KeyDto,
  type ListKeysQuery,
} from '#libs/keys/src/administration/key.dto.js';
import {
  KeyReferencesService,
  keyReferencesIn,
} from '#libs/keys/src/administration/key-references.service.js';
import { KeysService } from '#libs/keys/src/administration/keys.service.js';
import { UsageQuery, type UsageStepDto } from '#libs/keys/src/usage/usage.dto.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { counted } from '#libs/text/src/counted.js';
import { confirm, expectTerminal } from '../confirm.js';
import { CommandError } from '../explain.js';
import { forEach } from '../for-each.js';
import { operatorOf } from '../operator.js';
import {
  type Columns,
  FIRST_PAGE,
  JSON_OPTION,
  type ListOptions,
  printItem,
  printJson,
  printPage,
  printTable,
} from '../print.js';
import { readInput, toNumber } from '../read-input.js';
import { withServices } from '../with-services.js';

/** Maximum number of keys that a question lists. */
const MOST_NAMED = 20;
const MOST_CHARACTERS = 1_000_000;

/** Option to name keys in a file. */
interface Choice {
  file?: string;
}

const COLUMNS: Columns<KeyDto> = {
  Id: ({ id }) => id,
  Label: ({ label }) => label,
  Owner: ({ ownerEmail }) => ownerEmail,
  State: ({ state }) => state,
  'Limit/h': ({ limitPerHour }) => limitPerHour,
  'Requests, 30 d': ({ requests }) => requests,
  Refused: ({ refusals }) => refusals,
  'Last used': ({ lastUsedAt }) => lastUsedAt,
  Expires: ({ expiresAt }) => expiresAt,
  Secrets: startsOf,
};

export function define(command: Command): void {
  command.addHelpText(
    'after',
    '\nIdentify a key by its id, a secret, or the first characters of a secret (mnbd_4fK2x).',
  );
  command
    .command('list', { isDefault: true })
    .description('List API keys with their usage.')
    .addOption(new Option('--state <state>', 'only keys in this state').choices(KEY_STATES))
    .addOption(new Option('--sort <order>', 'sort order').choices(KEY_SORTS).default('newest'))
    .option(...JSON_OPTION)
    .action(list);
  onKeys('show', 'Show keys with the first characters of their secrets.')
    .option(...JSON_OPTION)
    .action(show);
  command
    .command('usage <key>')
    .description('Show the usage of a key by hour or day.')
    .addOption(
      new Option('--by <step>', 'length of a step').choices(['hour', 'day']).default('day'),
    )
    .option('--from <time>', 'start, such as 2026-11-01T00:00:00Z')
    .option('--to <time>', 'end')
    .option(...JSON_OPTION)
    .action(usage);
  onKeys('suspend', 'Suspend keys and notify their owners by email.')
    .option('--reason <text>', 'sent to the owner by email')
    .action(suspend);
  onKeys('resume', 'Resume suspended keys and notify their owners by email.').action(resume);
  onKeys('revoke', 'Revoke keys permanently and email the reason to their owners.')
    .requiredOption('--reason <text>', 'sent to the owner by email')
    .option('--yes', 'revoke without asking')
    .action(revoke);
  onKeys('rotate', 'Email a new secret to the owners of keys.')
    .option(
      '--overlap-hours <number>',
      'hours for which the old secrets keep working, 0 to 720; 0 ends them at once, for example after a leak',
      toNumber,
      24,
    )
    .action(rotate);

  function onKeys(name: string, description: string): Command {
    return command
      .command(`${name} [key...]`)
      .description(description)
      .option('--file <file>', 'read keys from a text file (- for standard input)');
  }
}

async function list({ json, ...options }: ListOptions & Pick<ListKeysQuery, 'state' | 'sort'>) {
  const keys = await withServices('keys', (services) =>
    services.get(KeysService).list({ ...options, ...FIRST_PAGE }),
  );
  printPage(keys, { json }, COLUMNS);
}

async function show(names: string[], { json, ...choice }: ListOptions & Choice): Promise<void> {
  await withKeys(names, choice, async (keys) => {
    if (json) return printJson(keys);
    for (const key of keys) {
      printItem(
        key,
        {},
        {
          ...COLUMNS,
          'Owner’s name': ({ ownerName }) => ownerName,
          Reason: ({ stateReason }) => stateReason,
          Created: ({ createdAt }) => createdAt,
          Request: ({ requestId }) => requestId,
        },
      );
      process.stdout.write('\n');
    }
  });
}

async function usage(name: string, { json, ...options }: ListOptions): Promise<void> {
  const query = await readInput(options, UsageQuery);
  await withKeys([name], {}, async ([key], services) => {
    const used = await services.get(UsageService).of(key!.id, query);
    if (json) return printJson(used);
    printTable<UsageStepDto>(used.steps, {
      [query.by === 'day' ? 'Day (UTC)' : 'Hour']: ({ start }) =>
        query.by === 'day' ? start.toISOString().slice(0, 10) : start,
      Requests: ({ requests }) => requests,
      Refused: ({ refusals }) => refusals,
    });
  });
}

async function suspend(names: string[], { file, ...options }: Choice, command: Command) {
  const { reason } = await readInput(options, SuspensionDto);
  await change(names, { file }, command, async (id, lifecycle, operator) => {
    await lifecycle.suspend(id, reason ?? null, operator);
    return 'suspended.';
  });
}

async function resume(names: string[], choice: Choice, command: Command): Promise<void> {
  await change(names, choice, command, async (id, lifecycle, operator) => {
    await lifecycle.resume(id, operator);
    return 'resumed.';
  });
}

async function revoke(
  names: string[],
  { file, yes, ...options }: Choice & { yes?: true },
  command: Command,
) {
  const { reason } = await readInput(options, ReasonDto);
  if (!yes) expectTerminal('`keys revoke` ends keys permanently and notifies their owners.');
  const operator = operatorOf(command);
  await withKeys(names, { file }, async (keys, services) => {
    if (!yes && !(await confirm(revokeQuestion(keys)))) {
      throw new CommandError('Nothing was revoked, because you did not confirm.');
    }
    await forEach(keys, nameOf, async ({ id }) => {
      await services.get(KeyLifecycleService).revoke(id, reason, operator);
      return 'revoked.';
    });
  });
}

function revokeQuestion(keys: readonly KeyDto[]): string {
  const rest = keys.length - MOST_NAMED;
  return [
    ...keys.slice(0, MOST_NAMED).map(nameOf),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    `Revoke ${keys.length === 1 ? 'this key' : `these ${keys.length} keys`} permanently and email the reason to ` +
      `${keys.length === 1 ? 'its owner' : 'their owners'}?`,
  ].join('\n');
}

async function rotate(names: string[], { file, ...options }: Choice, command: Command) {
  const { overlapHours } = await readInput(options, RotationDto);
  await change(names, { file }, command, async (id, lifecycle, operator) => {
    await lifecycle.rotate(id, overlapHours, operator);
    return overlapHours === 0
      ? 'the old secrets no longer work. A new one will be sent by email.'
      : `a new secret will be sent by email. The old ones work for another ${overlapHours} hours.`;
  });
}

async function change(
  names: string[],
  choice: Choice,
  command: Command,
  work: (id: string, lifecycle: KeyLifecycleService, operator: Operator) => Promise<string>,
): Promise<void> {
  const operator = operatorOf(command);
  await withKeys(names, choice, (keys, services) =>
    forEach(keys, nameOf, ({ id }) => work(id, services.get(KeyLifecycleService), operator)),
  );
}

/**
 * Finds keys by reference and runs work with them. If a reference matches no key, the other keys
 * are still processed and the command fails at the end.
 */
async function withKeys(
  names: readonly string[],
  { file }: Choice,
  work: (keys: KeyDto[], services: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const references = file ? [...names, ...keyReferencesIn(await read(file))] : names;
  if (references.length === 0) {
    throw new CommandError(
      file ? `${file} contains no key.` : 'Name a key, or a file with keys using --file.',
    );
  }
  await withServices('keys', async (services) => {
    const { ids, problems } = await services.get(KeyReferencesService).findAll(references);
    const keys: KeyDto[] = [];
    for (const id of ids) keys.push(await services.get(KeysService).get(id));
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (keys.length > 0) await work(keys, services);
    if (problems.length > 0)
      throw new CommandError(
        `${counted(problems.length, 'reference')} did not match exactly one key.`,
      );
  });
}

async function read(file: string): Promise<string> {
  let text = '';
  const stream = file === '-' ? process.stdin : createReadStream(file);
  for await (const piece of stream.setEncoding('utf8')) {
    text += piece as string;
    if (text.length > MOST_CHARACTERS) {
      throw new CommandError(`${file} has more than ${MOST_CHARACTERS} characters.`);
    }
  }
  return text;
}

function nameOf(key: KeyDto): string {
  return `${startsOf(key) || key.id} (${key.label}, ${key.ownerEmail})`;
}

/** Returns the first characters of the secrets that still work. */
function startsOf({ secrets }: KeyDto): string {
  const now = new SystemClock().now();
  const working = secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now);
  return working.map(({ start }) => `${start}…`).join(' ');
}
