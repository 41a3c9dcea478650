import { ATTACK_NAMES, runAttack } from './attack.ts';
import { readOptions, someOf, wholeNumber } from '../support/read-options.ts';
import { runWalk } from './random-walk.ts';

/**
 * Attacks the built server. Fails if it breaks, or if other visitors would notice. All traffic
 * stays on this machine.
 */

const USAGE = `npm run stress -- [options]

  --only walk,search      parts to run: walk, or attacks by the name of their file in attacks.
                          Default: all

Options of the walk, which sends hostile requests to every operation, one at a time:

  --requests 5000         number of requests
  --seed 1                seed of the random requests
  --longest-stall 100     longest acceptable stall of the event loop in milliseconds
  --database <database>   address of a PostgreSQL database, which the walk writes to, or a
                          DATA_DIR, which is copied. Default: the sample, embedded`;
const PARTS = ['walk', ...ATTACK_NAMES];
const values = readOptions(USAGE, {
  only: { type: 'string', default: PARTS.join() },
  requests: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
  'longest-stall': { type: 'string', default: '100' },
  database: { type: 'string' },
});
const options = {
  requests: wholeNumber('--requests', values.requests),
  seed: wholeNumber('--seed', values.seed),
  longestStall: wholeNumber('--longest-stall', values['longest-stall']),
  database: values.database,
};
for (const part of someOf('--only', values.only, PARTS)) {
  const problems = part === 'walk' ? await runWalk(options) : await runAttack(part);
  for (const problem of problems) console.error(`${part}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
