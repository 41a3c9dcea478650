import { transformFile } from '@swc/core';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { compilerOptions } from './compiler-options.mjs';

const NOT_COMPILED = /\.spec\.tsx?$|\.d\.ts$|^(apps\/api|libs\/website)\/client\//;

/**
 * Compiles the folders in the arguments to `dist`. `npm run check` checks the types, which takes
 * thirty times as long.
 */
for (const folder of process.argv.slice(2)) {
  await rm(join('dist', folder), { recursive: true, force: true });
  const files = await readdir(folder, { recursive: true });
  const sources = files.map((file) => join(folder, file)).filter((file) => /\.tsx?$/.test(file));
  await Promise.all(sources.filter((file) => !NOT_COMPILED.test(file)).map(compile));
}

async function compile(source) {
  // Only tests import files ending in `.ts`. Elsewhere it would hide imports from the bundler.
  const rewriteRelativeImportExtensions = source.startsWith('test');
  const { code, map } = await transformFile(source, {
    swcrc: false,
    jsc: { ...compilerOptions(source.endsWith('x')), rewriteRelativeImportExtensions },
    module: { type: 'es6' },
    sourceMaps: true,
  });
  const target = join('dist', source.replace(/tsx?$/, 'js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  await writeFile(`${target}.map`, map);
}
