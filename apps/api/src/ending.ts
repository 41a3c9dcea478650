import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { UNDER_WAY_MS } from '#libs/http/src/draining/close-servers.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';

export const END_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
type EndSignal = (typeof END_SIGNALS)[number];

/**
 * Milliseconds to save counters and close the database after the last request has been answered.
 */
const CLOSING_MS = 5_000;
/**
 * Milliseconds in which a repeated signal counts as the same one. Ctrl-C arrives twice, from the
 * terminal and from npm.
 */
const SAME_SIGNAL_MS = 700;

/** Maximum milliseconds from the first signal to the end of the process. */
export function longestEnding({ SHUTDOWN_DELAY }: Environment): number {
  return SHUTDOWN_DELAY * 1_000 + UNDER_WAY_MS + CLOSING_MS;
}

/**
 * Shuts the program down after answering all pending requests. It does not end the process.
 *
 * @param delayMs time to keep accepting requests while the readiness check reports the shutdown
 */
export async function endInOrder(app: NestFastifyApplication, delayMs: number): Promise<void> {
  const draining = app.get(DrainingService);
  draining.begin();
  await delay(delayMs);
  await draining.finish();
  await app.close();
}

/**
 * Ends the process: gracefully with code 0 after a signal, gracefully with code 1 after an
 * unhandled error, and immediately after a second signal.
 */
export class Ending {
  private readonly logger = new Logger(Ending.name);
  private app: NestFastifyApplication | undefined;
  private startedAt: number | undefined;
  private code = 0;

  constructor(private readonly environment: Environment) {
    for (const signal of END_SIGNALS) process.on(signal, () => this.onSignal(signal));
    process.on('uncaughtException', (error) => this.fail(error));
    // The parent process is gone, so nothing else could end this one.
    process.on('disconnect', () => this.onSignal('SIGTERM'));
  }

  get hasStarted(): boolean {
    return this.startedAt !== undefined;
  }

  /** Sets the program to shut down. Until then, a signal ends the process immediately. */
  watchOver(app: NestFastifyApplication): void {
    this.app = app;
  }

  /** Ends after an error, without the delay, because the program may no longer work correctly. */
  fail(error: Error): void {
    this.logger.fatal(error);
    this.code = 1;
    if (!this.app) process.exit(1);
    if (!this.hasStarted) void this.end(this.app, 0);
  }

  private onSignal(signal: EndSignal): void {
    const codeOfSignal = 128 + constants.signals[signal];
    if (!this.app) process.exit(codeOfSignal);
    if (this.startedAt === undefined) {
      this.logger.log(`Shutting down after ${signal}.`);
      void this.end(this.app, this.environment.SHUTDOWN_DELAY * 1_000);
    } else if (performance.now() - this.startedAt > SAME_SIGNAL_MS) {
      this.logger.warn(`Exiting immediately after a second signal, ${signal}.`);
      process.exit(codeOfSignal);
    }
  }

  private async end(app: NestFastifyApplication, delayMs: number): Promise<void> {
    this.startedAt = performance.now();
    setTimeout(() => this.giveUp(), longestEnding(this.environment));
    await endInOrder(app, delayMs).catch((error: unknown) => this.fail(error as Error));
    process.exit(this.code);
  }

  private giveUp(): void {
    this.logger.error('Shutdown timed out. Exiting with connections still open.');
    process.exit(1);
  }
}
