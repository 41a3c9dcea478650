// Runs specs on Linux and prints the 30 spec files that use most processor time, with their parts
// in seconds. The processor time does not include a PostgreSQL or Redis server:
//   npm run test:times -- test/keys
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = await mkdtemp(join(tmpdir(), 'mnbd-times-'));
const file = join(folder, 'times.jsonl');
const jest = spawn(
  'npm',
  [
    'run',
    '--silent',
    'jest',
    '--',
    '--testEnvironment=./test/times/environment.mjs',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, TEST_TIMES: file } },
);
const [code] = await once(jest, 'exit');
const specs = (await readFile(file, 'utf8')).trim().split('\n').map(JSON.parse);
await rm(folder, { recursive: true });

const PARTS = ['whole', 'load', 'hooks', 'tests', 'processor'];
const seconds = (times) =>
  Object.fromEntries(PARTS.map((part) => [part, Number((times[part] / 1000).toFixed(1))]));
const total = specs.reduce(
  (sum, spec) => {
    for (const part of ['count', ...PARTS]) sum[part] += spec[part];
    return sum;
  },
  {
    path: `all ${specs.length} files`,
    count: 0,
    ...Object.fromEntries(PARTS.map((part) => [part, 0])),
  },
);
const longest = specs.sort((a, b) => b.processor - a.processor).slice(0, 30);
console.table(
  [...longest, total].map(({ path, count, ...times }) => ({
    file: path,
    specs: count,
    ...seconds(times),
  })),
);
process.exitCode = code;
