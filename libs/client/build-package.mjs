import { execFile } from 'node:child_process';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const run = promisify(execFile);

const SOURCES = 'libs/client/src';
/** Types of the API, generated from its document. */
const SCHEMA = join(SOURCES, 'schema.d.ts');
const MANIFEST = {
  name: 'mnbd-client',
  description: "Client of the Minnesota Business Directory's API for Node.js and browsers",
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  engines: { node: '>=20' },
};
const OUTPUT = 'dist/client';
const PACKAGE = 'dist/client.tgz';

/**
 * Builds the npm package of the API's client.
 *
 * @param documented resolves once the document is in `dist/openapi`
 */
export async function buildPackage(documented) {
  await rm(OUTPUT, { recursive: true, force: true });
  await Promise.all([documented, compile()]);
  await writeFile(SCHEMA, await schema());
  await cp(SCHEMA, join(OUTPUT, basename(SCHEMA)));
  await cp('LICENSE', join(OUTPUT, 'LICENSE'));
  await cp('libs/client/README.md', join(OUTPUT, 'README.md'));
  const { version, license } = JSON.parse(await readFile('package.json', 'utf8'));
  const manifest = { ...MANIFEST, version, license };
  await writeFile(join(OUTPUT, 'package.json'), JSON.stringify(manifest, null, 2));
  await pack();
}

/** Compiles the sources and their types, which `npm run check` checks. */
async function compile() {
  await build({
    entryPoints: [join(SOURCES, 'index.ts')],
    outfile: join(OUTPUT, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    'libs/client/tsconfig.json',
    { noEmit: false, emitDeclarationOnly: true, noCheck: true, rootDir: SOURCES, outDir: OUTPUT },
    ts.sys,
  );
  ts.createProgram(fileNames, options).emit();
}

/** Omits failures and headers of responses, which make up most of the document. */
async function schema() {
  const document = JSON.parse(await readFile('dist/openapi/public.json', 'utf8'));
  for (const path of Object.values(document.paths)) {
    for (const { responses } of Object.values(path)) {
      for (const [status, response] of Object.entries(responses)) {
        if (status.startsWith('2')) delete response.headers;
        else delete responses[status];
      }
    }
  }
  delete document.components.headers;
  return astToString(await openapiTS(document));
}

async function pack() {
  const options = ['--pack-destination=dist', '--json', '--offline'];
  const { stdout } = await run('npm', ['pack', `./${OUTPUT}`, ...options]);
  await rename(join('dist', JSON.parse(stdout)[0].filename), PACKAGE);
}
