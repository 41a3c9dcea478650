import { buildSync } from 'esbuild';
import { TestEnvironment } from 'jest-environment-node';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache');

/** Thread with the database that all spec files of this process use, one after the other. */
let lender;

/**
 * Provides `lendDatabase` to unit specs. Its database survives the spec file, because starting one
 * takes two seconds. It runs outside of the spec's realm, where modules must be compiled first.
 */
export default class UnitEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.lendDatabase = async () => {
      lender ??= startLender();
      // The thread keeps this process alive only while it is in use.
      lender.ref();
      const close = async () => {
        await ask();
        lender.unref();
      };
      return { ...(await ask()), close };
    };
  }
}

async function ask() {
  lender.postMessage(undefined);
  const [answer] = await once(lender, 'message');
  return answer;
}

function startLender() {
  const { outputFiles } = buildSync({
    write: false,
    entryPoints: [join(import.meta.dirname, 'database-lender.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    alias: { '#libs': join(ROOT, 'libs') },
    define: { 'import.meta.dirname': JSON.stringify(ROOT) },
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  // Moves the complete file into place, because several processes may write it at the same time.
  const [file, unfinished] = ['database-lender.mjs', `database-lender.${process.pid}`].map((name) =>
    join(CACHE, name),
  );
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(unfinished, outputFiles[0].contents);
  renameSync(unfinished, file);
  return new Worker(file);
}
