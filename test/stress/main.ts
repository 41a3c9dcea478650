import { ATTACK_NAMES, runAttack } from './attack.ts';
import { readOptions } from './options.ts';
import { runWalk } from './random-walk.ts';

/**
 * Attacks the built server. Fails if it breaks, or if other visitors would notice.
 *
 *   npm run stress -- [options]
 *
 *   --only walk,search      parts to run: `walk`, or attacks by the name of their file in `attacks`.
 *                           Default: all
 *
 * Options of the walk, which sends hostile requests to every operation, one at a time:
 *
 *   --requests 5000         number of requests
 *   --seed 1                seed of the random requests
 *   --longest-stall 100     longest acceptable stall of the event loop in milliseconds
 *   --database <database>   address of a PostgreSQL database, which the walk writes to, or a
 *                           DATA_DIR, which is copied. Default: the sample, embedded
 *
 * All traffic stays on this machine.
 */
const options = readOptions(['walk', ...ATTACK_NAMES]);
for (const part of options.parts) {
  const problems = part === 'walk' ? await runWalk(options) : await runAttack(part);
  for (const problem of problems) console.error(`${part}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
