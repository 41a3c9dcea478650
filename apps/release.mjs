import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Copies everything that the built program needs to run into a new folder, with a list of its
 * packages (`sbom.json`, CycloneDX): `node apps/release.mjs FOLDER`. The copy runs only on machines
 * like this one, because native packages are copied as installed.
 */
const FILES = [
  'package.json',
  'LICENSE',
  'apps/cli/mnbd.mjs',
  'dist/api.js',
  'dist/cli.js',
  'dist/supervise.js',
  'dist/client.tgz',
  'dist/chunks',
  'dist/workers',
  'dist/apps/api/client',
  'dist/assets',
  'prisma/functions',
  'prisma/migrations',
  ...(await readdir('libs')).map((name) => `libs/${name}/data`).filter(existsSync),
];
/** Files that only development needs. */
const NOT_RUN = /\.(map|d\.[cm]?ts)$/;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('State the folder to create: node apps/release.mjs FOLDER');
if (existsSync(folder)) throw new Error(`${folder} already exists. Choose a new folder.`);

const { bundled, readAsFiles } = JSON.parse(await readFile('dist/packages.json', 'utf8'));
const unbundled = [...new Set((await Promise.all(readAsFiles.map(foldersOf))).flat())];
for (const path of [...FILES, ...unbundled]) await copy(path);
const packages = [...new Set([...bundled, ...unbundled])];
await writeFile(join(folder, 'sbom.json'), await billOfMaterials(packages));

async function copy(path) {
  await mkdir(join(folder, dirname(path)), { recursive: true });
  await cp(path, join(folder, path), { recursive: true, filter: (file) => !NOT_RUN.test(file) });
}

/** Returns the folder of a package and those of its dependencies. */
async function foldersOf(name) {
  const path = join('node_modules', name);
  const { dependencies, optionalDependencies } = await manifestOf(path);
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  // Optional packages may be for other machines, and type packages are not needed at run time.
  const installed = needed.filter(
    (other) => !other.startsWith('@types/') && existsSync(join('node_modules', other)),
  );
  return [path, ...(await Promise.all(installed.map(foldersOf))).flat()];
}

/** Reduces the SBOM of npm to the packages at the given paths. */
async function billOfMaterials(paths) {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  const program = bill.metadata.component;
  program.name = (await manifestOf('.')).name;
  const manifests = await Promise.all(paths.map(manifestOf));
  const kept = new Set(manifests.map(({ name, version }) => `${name}@${version}`));
  const components = bill.components.filter((component) => kept.has(component['bom-ref']));
  // Packages that npm marks as development dependencies are bundled, so they matter as much as
  // others.
  for (const component of components) delete component.properties;
  const isKept = (ref) => kept.has(ref) || ref === program['bom-ref'];
  const dependencies = bill.dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
  return JSON.stringify({ ...bill, components, dependencies });
}

async function manifestOf(path) {
  return JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
}
