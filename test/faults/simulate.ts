import { dirname } from 'node:path';
import { readOptions, wholeNumber } from '../support/read-options.ts';
import { SteeredClock } from '../support/steered-clock.ts';
import { Simulation } from './simulation.ts';
import { prepareDatabase } from './world.ts';

/**
 * Runs the program with random admins, consumers, imports and faults, and checks what must hold
 * whatever happens: exactly as many requests pass as the limit allows, no mail is lost, a copy made
 * from export and changes is identical to the directory, an undo restores, and no page mixes
 * versions. A seed that fails will fail again.
 */

const USAGE = `npm run simulate -- [options]

  --seed 1        first seed
  --seeds 1       number of seeds
  --steps 60      steps per seed
  --verbose       prints every step`;
const values = readOptions(USAGE, {
  seed: { type: 'string', default: '1' },
  seeds: { type: 'string', default: '1' },
  steps: { type: 'string', default: '60' },
  verbose: { type: 'boolean', default: false },
});
const first = wholeNumber('--seed', values.seed);
const count = wholeNumber('--seeds', values.seeds);
const steps = wholeNumber('--steps', values.steps);
const SHOWN_STEPS = 10;

const clock = new SteeredClock(dirname(process.env.STEERED_CLOCK!));
const removeDatabase = await prepareDatabase('PostgreSQL');
const failed: number[] = [];
try {
  for (let seed = first; seed < first + count; seed++) await simulate(seed);
} finally {
  await removeDatabase();
}
if (failed.length > 0) console.error(`Failed seeds: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

async function simulate(seed: number): Promise<void> {
  const simulation = await Simulation.start(clock, seed);
  try {
    await simulation.run(steps);
    console.log(`Seed ${seed}: passed, digest ${simulation.digest}`);
    if (values.verbose) console.log(simulation.trace.join('\n'));
  } catch (error) {
    failed.push(seed);
    const shown = values.verbose ? simulation.trace : simulation.trace.slice(-SHOWN_STEPS);
    console.error(`Seed ${seed}: failed at step ${simulation.trace.length}.`, error);
    console.error(shown.join('\n'));
  }
  await simulation.stop();
}
