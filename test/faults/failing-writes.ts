import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { strikes } from './fault.ts';

/**
 * Preloaded into the program and its threads with `node --import`. Makes opening a file for
 * writing, writing to it, flushing and renaming it fail when the fault `write` strikes.
 */
type Arguments = any[];
type Functions = Record<string, (...args: Arguments) => any>;

const LAST_STANDARD_STREAM = 2;
const toFile = ([descriptor]: Arguments) => !(descriptor <= LAST_STANDARD_STREAM);
const forWriting = ([, flags]: Arguments) => typeof flags === 'string' && flags !== 'r';
const always = () => true;

/** Ways in which functions report an error. */
const REPORTS = {
  throws: (error: Error) => {
    throw error;
  },
  rejects: (error: Error) => Promise.reject(error),
  callsBack: (error: Error, args: Arguments) => process.nextTick(args.at(-1), error),
};

function fail(
  owner: object,
  names: string[],
  report: keyof typeof REPORTS,
  counts: (args: Arguments) => boolean = always,
): void {
  for (const name of names) {
    const functions = owner as Functions;
    const original = functions[name]!;
    functions[name] = function (...args: Arguments) {
      if (!counts(args) || !strikes('write')) return original.apply(this, args);
      const error = new Error(`ENOSPC: no space left on device, ${name}`);
      return REPORTS[report](Object.assign(error, { code: 'ENOSPC', syscall: name }), args);
    };
  }
}

const handle = await fs.promises.open(new URL(import.meta.url));
await handle.close();
fail(Object.getPrototypeOf(handle), ['write', 'writev', 'writeFile', 'sync'], 'rejects');
fail(fs.promises, ['rename', 'writeFile'], 'rejects');
fail(fs.promises, ['open'], 'rejects', forWriting);
fail(fs, ['rename'], 'callsBack');
fail(fs, ['write', 'writev'], 'callsBack', toFile);
fail(fs, ['open'], 'callsBack', forWriting);
fail(fs, ['renameSync', 'writeFileSync'], 'throws');
fail(fs, ['writeSync', 'fsyncSync'], 'throws', toFile);
fail(fs, ['openSync'], 'throws', forWriting);
syncBuiltinESMExports();
