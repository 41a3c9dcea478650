// Runs every check, as many at a time as there are processors, and prints the output of failed ones.
import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const cached = '--cache --cache-strategy content --cache-location node_modules/.cache/check';

/**
 * Commands, the longest first. oxlint checks types and correctness, ESLint the architecture and the
 * prose. The cache has its own place because Prettier deletes the usual one when run without it.
 */
const checks = [
  `prettier --check ${cached}/prettier .`,
  'oxlint',
  `eslint --max-warnings 0 ${cached}/eslint .`,
  'npm run --silent lint:openapi',
];
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn));

async function runInTurn() {
  for (let command = checks.shift(); command; command = checks.shift()) {
    const began = Date.now();
    const { code = 0, stdout, stderr } = await run(command);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`${code === 0 ? 'Passed' : 'FAILED'} in ${seconds} s: ${command}`);
    if (code === 0) continue;
    console.log(stdout, stderr);
    process.exitCode = 1;
  }
}

/** Returns the output of a command, and its exit code if that is not 0. */
function run(command) {
  return promisify(exec)(command, { maxBuffer: 64 * 1024 * 1024 }).catch((failure) => failure);
}
