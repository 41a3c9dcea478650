import { renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

const PRELOADED = pathToFileURL(resolve('test/support/steer-date.mjs')).href;
/** Maximum delay in milliseconds until the program reads a new time. */
const NOTICED_MS = 25;

/**
 * The clock of a program started with `env`, and of its embedded database. It runs like the real
 * clock and can be set forward. Timers are not affected: hourly work runs after a real hour, or
 * when the program starts.
 */
export class SteeredClock {
  /** Environment variables for the program. */
  readonly env: { NODE_OPTIONS: string; STEERED_CLOCK: string };
  private ahead = 0;

  /** @param folder folder for the file with the time */
  constructor(folder: string) {
    this.env = { NODE_OPTIONS: `--import=${PRELOADED}`, STEERED_CLOCK: join(folder, 'clock') };
    this.send();
  }

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  async advance(ms: number): Promise<void> {
    this.ahead += ms;
    this.send();
    await delay(NOTICED_MS);
  }

  private send(): void {
    const { STEERED_CLOCK } = this.env;
    writeFileSync(`${STEERED_CLOCK}.next`, String(this.ahead));
    renameSync(`${STEERED_CLOCK}.next`, STEERED_CLOCK);
  }
}
