import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { UNDER_WAY_MS } from '#libs/http/src/draining/close-servers.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';

export const END_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
type EndSignal = (typeof END_SIGNALS)[number];

/** Beyond what is under way: to save counts and to close the database. In milliseconds, as all here. */
const CLOSING_MS = 5_000;
/** Ctrl-C reaches the program twice, from the terminal and from npm: a signal so soon after the first is the same. */
const SAME_SIGNAL_MS = 700;

/** How long it takes from the first signal to the end, whatever happens. */
export function longestEnding({ SHUTDOWN_DELAY }: Environment): number {
  return SHUTDOWN_DELAY * 1_000 + UNDER_WAY_MS + CLOSING_MS;
}

/**
 * Ends the program and nothing else: what is under way is still answered.
 *
 * @param delayMs for which it still takes requests, while its readiness tells of the end
 */
export async function endInOrder(app: NestFastifyApplication, delayMs: number): Promise<void> {
  const draining = app.get(DrainingService);
  draining.begin();
  await delay(delayMs);
  await draining.finish();
  await app.close();
}

/**
 * How the process ends: in order and with code 0 after a signal, in order and with code 1 after an
 * error that nobody handled, at once after a second signal.
 */
export class Ending {
  private readonly logger = new Logger(Ending.name);
  private app: NestFastifyApplication | undefined;
  private begunAt: number | undefined;
  private code = 0;

  constructor(private readonly environment: Environment) {
    for (const signal of END_SIGNALS) process.on(signal, () => this.onSignal(signal));
    process.on('uncaughtException', (error) => this.fail(error));
    // Whoever supervised this process is gone, and nobody else could end it.
    process.on('disconnect', () => this.onSignal('SIGTERM'));
  }

  get hasBegun(): boolean {
    return this.begunAt !== undefined;
  }

  /** Until there is something to end in order, the process just ends. */
  watchOver(app: NestFastifyApplication): void {
    this.app = app;
  }

  /** Ends because of an error, without the delay: what works after it is not known. */
  fail(error: Error): void {
    this.logger.fatal(error);
    this.code = 1;
    if (!this.app) process.exit(1);
    if (!this.hasBegun) void this.end(this.app, 0);
  }

  private onSignal(signal: EndSignal): void {
    const codeOfSignal = 128 + constants.signals[signal];
    if (!this.app) process.exit(codeOfSignal);
    if (this.begunAt === undefined) {
      this.logger.log(`Ending after ${signal}.`);
      void this.end(this.app, this.environment.SHUTDOWN_DELAY * 1_000);
    } else if (performance.now() - this.begunAt > SAME_SIGNAL_MS) {
      this.logger.warn(`Ended at once after a second signal, ${signal}.`);
      process.exit(codeOfSignal);
    }
  }

  private async end(app: NestFastifyApplication, delayMs: number): Promise<void> {
    this.begunAt = performance.now();
    setTimeout(() => this.giveUp(), longestEnding(this.environment));
    await endInOrder(app, delayMs).catch((error: unknown) => this.fail(error as Error));
    process.exit(this.code);
  }

  private giveUp(): void {
    this.logger.error('Ended although not everything could be closed in time.');
    process.exit(1);
  }
}
