// Plants small faults in the source, one at a time, and reports the faults that no unit spec detects:
//
//   npm run mutate -- [--sample 40] [--seed 1] [libs/rate-limit libs/text/src/identifiers.ts …]
//
// Works on a copy of the project, tries `--sample` faults in each folder or file, and takes some
// seconds per fault.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { mutantsOf, withFault } from './mutants.mjs';

const FOLDERS = [
  'libs/rate-limit',
  'libs/keys',
  'libs/mail',
  'libs/admin',
  'libs/events/src/recurrence',
  'libs/businesses/src/list',
  'libs/directory-index',
];
/** Files that only declare types or compose modules. */
const DECLARES = /\.(?:spec|dto|query|module|decorator)\.tsx?$/;
const COPIED = [
  'apps',
  'libs',
  'prisma',
  'test',
  'jest.config.mjs',
  'package.json',
  'tsconfig.json',
];
/** Timeout of the specs of one file. A fault that makes them hang counts as detected. */
const TIMEOUT_MS = 120_000;
const FOLDER_TIMEOUT_MS = 1_200_000;

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});

const project = await mkdtemp(join(tmpdir(), 'mutate-'));
try {
  for (const path of COPIED) await cp(path, join(project, path), { recursive: true });
  await symlink(resolve('node_modules'), join(project, 'node_modules'));
  const rows = [];
  for (const folder of positionals.length > 0 ? positionals : FOLDERS) {
    rows.push(await tryFolder(folder));
  }
  console.table(rows);
} finally {
  await rm(project, { recursive: true });
}

/** @param {string} folder */
async function tryFolder(folder) {
  const sources = await sourcesIn(folder);
  if (await specsFail(sources, FOLDER_TIMEOUT_MS))
    throw new Error(`Specs of ${folder} fail without any fault.`);
  const all = (await Promise.all(sources.map(faultsOf))).flat();
  const chosen = sample(all, Number(values.sample), Number(values.seed));
  let noticed = 0;
  for (const fault of chosen) {
    if (await isNoticed(fault)) noticed++;
    else console.log(`${fault.path}:${fault.line}: ${fault.original} → ${fault.replacement}`);
  }
  const score = `${Math.round((100 * noticed) / chosen.length)} %`;
  return { folder, faults: all.length, tried: chosen.length, noticed, score };
}

/** @param {string} folder or a file */
async function sourcesIn(folder) {
  if ((await stat(folder)).isFile()) return [folder];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !DECLARES.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** @param {string} path */
async function faultsOf(path) {
  const text = await readFile(path, 'utf8');
  return mutantsOf(path, text).map((mutant) => ({ ...mutant, path, text }));
}

/** @param {Awaited<ReturnType<typeof faultsOf>>[number]} fault */
async function isNoticed({ path, text, ...mutant }) {
  const copy = join(project, path);
  await writeFile(copy, withFault(text, mutant));
  const noticed = await specsFail([path], TIMEOUT_MS);
  await writeFile(copy, text);
  return noticed;
}

/**
 * Runs the specs that use the files.
 *
 * @param {string[]} paths
 * @param {number} timeoutMs
 */
async function specsFail(paths, timeoutMs) {
  const specs = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      '--selectProjects=unit',
      '--runInBand',
      '--bail',
      '--forceExit',
      '--passWithNoTests',
      '--findRelatedTests',
      ...paths.map((path) => join(project, path)),
    ],
    // A separate process group, so that servers started by specs end with it.
    {
      cwd: project,
      env: { ...process.env, TEST_FULL: 'true' },
      stdio: 'ignore',
      detached: true,
    },
  );
  const end = () => {
    try {
      process.kill(-specs.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  const deadline = setTimeout(end, timeoutMs);
  const [code] = await once(specs, 'exit');
  clearTimeout(deadline);
  end();
  return code !== 0;
}

/**
 * Returns a sample, spread evenly over the items. Each seed up to the distance between them returns
 * different items.
 *
 * @template T
 * @param {T[]} items
 * @param {number} size
 * @param {number} seed
 */
function sample(items, size, seed) {
  const distance = Math.max(1, Math.floor(items.length / size));
  return items.filter((_, index) => index % distance === seed % distance).slice(0, size);
}
