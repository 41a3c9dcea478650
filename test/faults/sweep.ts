import { dirname } from 'node:path';
import { readOptions, someOf, wholeNumber } from '../support/read-options.ts';
import { SteeredClock } from '../support/steered-clock.ts';
import { effectOf, expectVersion, readMoment } from './effect.ts';
import { arm, type Fault, FAULT_NAMES, FAULTS, hasStruck } from './fault.ts';
import { expectInvariants } from './invariants.ts';
import { OPERATIONS, type Run } from './operations.ts';
import { prepareDatabase, World } from './world.ts';

/**
 * Runs each operation with its first statement failing, then with its second, and so on until the
 * operation succeeds without reaching the fault. Does the same with connections, file writes and
 * mails. After every run, each change was made completely or not at all, nothing contradicts
 * itself, and the operation succeeds when repeated.
 */

const USAGE = `npm run faults -- [options]

  --only approve,undo     operations. Default: all
  --fault statement       faults. Default: all
  --from 1                first use of the place that fails
  --every 1               distance between the uses that fail. CI tests a part of them
  --embedded              uses the embedded database instead of a PostgreSQL server`;
const values = readOptions(USAGE, {
  only: { type: 'string', default: Object.keys(OPERATIONS).join() },
  fault: { type: 'string', default: FAULT_NAMES.join() },
  from: { type: 'string', default: '1' },
  every: { type: 'string', default: '1' },
  embedded: { type: 'boolean', default: false },
});
const names = someOf('--only', values.only, Object.keys(OPERATIONS));
const faults = someOf('--fault', values.fault, FAULT_NAMES);
const from = wholeNumber('--from', values.from);
const every = wholeNumber('--every', values.every);
const MAX_USES = 500;
/** Responses of a faulted operation: success, or a failure that asks to try again. */
const UNAVAILABLE = 503;

const clock = new SteeredClock(dirname(process.env.STEERED_CLOCK!));
const kind = values.embedded ? 'embedded' : 'PostgreSQL';
const removeDatabase = await prepareDatabase(kind);
let failures = 0;

async function sweep(name: string): Promise<void> {
  const world = await World.start(kind, clock);
  const whole = await effectWithout(world, name);
  const counts: string[] = [];
  for (const fault of faults) {
    let nth = from;
    for (; nth < MAX_USES; nth += every) {
      try {
        await strike(world, name, { fault, nth, whole });
      } catch (error) {
        failures += 1;
        const { message } = error as Error;
        console.error(`${name}, ${fault} ${nth} (${FAULTS[fault]}): ${message}`);
        await world.recover();
      }
      if (!hasStruck()) break;
    }
    counts.push(`${fault} ${Math.ceil((nth - from) / every)}`);
  }
  console.log(`${name}: ${counts.join(', ')}`);
  await world.stop();
}

/** Runs the operation without a fault and returns its whole effect. */
async function effectWithout(world: World, name: string): Promise<string[]> {
  const run = await OPERATIONS[name]!.prepare(world);
  await world.recover();
  const before = await readMoment(world);
  await expectSuccess(run);
  await world.recover();
  await expectInvariants(world);
  return effectOf(before, await readMoment(world));
}

/** @throws Error with the first broken promise */
async function strike(
  world: World,
  name: string,
  { fault, nth, whole }: { fault: Fault; nth: number; whole: string[] },
): Promise<void> {
  const { prepare, again, isResumable } = OPERATIONS[name]!;
  await world.signIn();
  const run = await prepare(world);
  await world.settle();
  const before = await readMoment(world);
  if (fault === 'connection') world.dropConnections();
  arm(fault, nth);
  const status = await run();
  await world.settle();
  await world.recover();
  const after = await readMoment(world);
  expectVersion(before, after);
  const effect = effectOf(before, after);
  const isWhole = isSame(effect, whole);
  if (status >= 300 && status !== UNAVAILABLE) throw new Error(`It responded with ${status}.`);
  if (status < 300 && !isWhole) throw new Error(`It succeeded, but ${difference(effect, whole)}`);
  const isNothing = effect.length === 0 && whole.length > 0;
  if (!isWhole && !isNothing && !isResumable) throw new Error(difference(effect, whole));
  const isDone = whole.length > 0 ? isWhole : status < 300;
  const second = await run();
  if (second !== again && (isDone || second >= 300)) {
    throw new Error(`It responded with ${status}, and when repeated with ${second}.`);
  }
  await world.recover();
  if (!isDone) {
    const repeated = effectOf(before, await readMoment(world));
    if (!isSame(repeated, whole)) throw new Error(`Repeated: ${difference(repeated, whole)}`);
  }
  await expectInvariants(world);
}

async function expectSuccess(run: Run): Promise<void> {
  const status = await run();
  if (status >= 300) throw new Error(`Without a fault, it responded with ${status}.`);
}

const isSame = (one: string[], other: string[]) => one.join() === other.join();

function difference(effect: string[], whole: string[]): string {
  const missing = whole.filter((each) => !effect.includes(each));
  const more = effect.filter((each) => !whole.includes(each));
  return `it is half done. Missing: ${missing.join(', ') || '–'}; too much: ${more.join(', ') || '–'}.`;
}

try {
  for (const name of names) await sweep(name);
} finally {
  await removeDatabase();
}
process.exit(failures > 0 ? 1 : 0);
