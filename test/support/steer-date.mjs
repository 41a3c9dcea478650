// Preloaded with `node --import` into a program whose clock a test steers, and into its threads,
// one of which runs the embedded database. Moves `Date` ahead by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const FRESH_MS = 5;

let ahead = 0;
let readAt = -Infinity;

function now() {
  const real = RealDate.now();
  if (real - readAt >= FRESH_MS) {
    ahead = Number(readFileSync(process.env.STEERED_CLOCK, 'utf8'));
    readAt = real;
  }
  return real + ahead;
}

globalThis.Date = new Proxy(RealDate, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
});
