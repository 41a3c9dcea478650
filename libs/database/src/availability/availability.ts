import { Logger } from '@nestjs/common';
import { DatabaseAwayError } from '../database-errors.js';

/** Minimum milliseconds between two probes, and the probe interval while something is wrong. */
const PROBE_EVERY = 1_000;

/** Problem with the database. */
export interface Trouble {
  kind: 'unreachable' | 'refusing' | 'read_only' | 'outdated';
  /** Message of PostgreSQL or the operating system. */
  reason: string;
}

/** Texts of log lines, without the final period. */
export interface AvailabilityLines {
  /** Consequence of each kind of trouble. The reason is appended. */
  consequences: Record<Trouble['kind'], string>;
  isBack: string;
  connectionLost: string;
}

const DATABASE_LINES: AvailabilityLines = {
  consequences: {
    unreachable: 'The database does not respond. Requests that need it fail with 503',
    refusing: 'The database refuses connections. Requests that need a new one fail with 503',
    read_only: 'The database is read-only. Requests that change it fail with 503',
    outdated: 'The database lacks migrations that this version needs',
  },
  isBack: 'The database is available again',
  connectionLost: 'Lost a database connection and replaced it',
};

/**
 * Tracks whether the database is usable, and acts as its circuit breaker. While the database does
 * not respond, only one probe at a time waits for it, on its own connection.
 *
 * Logs one line when a problem starts and one when it ends.
 */
export class Availability {
  private readonly logger = new Logger('Database');
  private trouble: (Trouble & { since: number }) | undefined;
  private suspicion: string | undefined;
  private probedAt = -Infinity;
  private probing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param probe returns the current problem, if there is one
   * @param onChange called when a problem starts and when it ends
   */
  constructor(
    private readonly probe: () => Promise<Trouble | undefined>,
    private readonly onChange: () => void,
    private readonly lines = DATABASE_LINES,
  ) {}

  /** True if the database should not be used at all. */
  get isAway(): boolean {
    return this.trouble?.kind === 'unreachable';
  }

  /** True if no problem is known. */
  get isWell(): boolean {
    return this.trouble === undefined;
  }

  refusal(): DatabaseAwayError {
    return new DatabaseAwayError(this.trouble?.reason ?? '');
  }

  /** @returns the current problem, if there is one, from a probe now or at most a second ago */
  async check(): Promise<Trouble | undefined> {
    if (!this.trouble && performance.now() - this.probedAt >= PROBE_EVERY) await this.probeOnce();
    return this.trouble;
  }

  /**
   * Schedules a probe. Call it when a connection breaks, cannot be opened or gets no response.
   *
   * @param reason logged even if the probe finds nothing wrong
   */
  suspect(reason?: string): void {
    this.suspicion ??= reason;
    this.probeAfter(Math.max(0, this.probedAt + PROBE_EVERY - performance.now()));
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private probeAfter(milliseconds: number): void {
    if (this.probing || this.isClosed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.probeOnce();
    }, milliseconds).unref();
  }

  private probeOnce(): Promise<void> {
    return (this.probing ??= this.probe()
      .then((found) => {
        this.probedAt = performance.now();
        this.note(found);
      })
      .finally(() => {
        this.probing = undefined;
        if (this.trouble) this.probeAfter(PROBE_EVERY);
      }));
  }

  private note(found: Trouble | undefined): void {
    const { trouble, suspicion } = this;
    this.suspicion = undefined;
    if (found?.kind === trouble?.kind) {
      if (!found && suspicion) {
        this.logger.warn(`${this.lines.connectionLost}: ${suspicion}.`);
      }
      return;
    }
    this.trouble = found && { ...found, since: trouble?.since ?? performance.now() };
    if (found) {
      this.logger.error(`${this.lines.consequences[found.kind]}: ${found.reason}.`);
    } else {
      const seconds = Math.round((performance.now() - trouble!.since) / 1000);
      this.logger.warn(`${this.lines.isBack} after ${seconds} s.`);
    }
    this.onChange();
  }
}
