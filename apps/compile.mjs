import { transformFile } from '@swc/core';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const NOT_COMPILED = /\.spec\.tsx?$|\.d\.ts$|^(apps\/api|libs\/website)\/client\//;

/**
 * Compiles the folders in the arguments to `dist`, one file at a time and without checking types,
 * which takes a tenth of the compiler's time. `npm run check` checks the types.
 */
for (const folder of process.argv.slice(2)) {
  await rm(join('dist', folder), { recursive: true, force: true });
  const files = await readdir(folder, { recursive: true });
  const sources = files.map((file) => join(folder, file)).filter((file) => /\.tsx?$/.test(file));
  await Promise.all(sources.filter((file) => !NOT_COMPILED.test(file)).map(compile));
}

async function compile(source) {
  const { code, map } = await transformFile(source, {
    swcrc: false,
    jsc: {
      target: 'es2023',
      rewriteRelativeImportExtensions: true,
      parser: { syntax: 'typescript', decorators: true, tsx: source.endsWith('x') },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
    },
    module: { type: 'es6' },
    sourceMaps: true,
  });
  const target = join('dist', source.replace(/tsx?$/, 'js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `${code}//# sourceMappingURL=${target.split('/').at(-1)}.map\n`);
  await writeFile(`${target}.map`, map);
}
