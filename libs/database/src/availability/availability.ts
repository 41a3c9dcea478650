import { Logger } from '@nestjs/common';
import { DatabaseAwayError } from '../database-errors.js';

/** Milliseconds. So often at most, and while something is wrong just so often, the database is probed. */
const PROBE_EVERY = 1_000;

/** What is wrong with the database. */
export interface Trouble {
  kind: 'unreachable' | 'refusing' | 'read_only' | 'outdated';
  /** In PostgreSQL's or the system's own words. */
  reason: string;
}

/** What the log says: sentences without their ends. */
export interface AvailabilityLines {
  /** What follows from each kind of trouble; its reason comes after it. */
  consequences: Record<Trouble['kind'], string>;
  isBack: string;
  connectionLost: string;
}

export const DATABASE_LINES: AvailabilityLines = {
  consequences: {
    unreachable: 'The database does not answer; requests that need it are answered 503',
    refusing: 'The database refuses connections; requests that need a new one are answered 503',
    read_only: 'The database can only be read; requests that change it are answered 503',
    outdated: 'The database lacks migrations that this version needs',
  },
  isBack: 'The database is available again',
  connectionLost: 'A connection to the database was lost and replaced',
};

/**
 * Knows whether the database can be used, and is the circuit breaker before it: while it does not
 * answer, nobody is kept waiting for it but one probe at a time, on a connection of its own.
 *
 * The log has one line when something is wrong and one when it is over.
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
   * @param probe what is wrong now, if anything
   * @param onChange called when something begins to be wrong, and when it ends
   */
  constructor(
    private readonly probe: () => Promise<Trouble | undefined>,
    private readonly onChange: () => void,
    private readonly lines = DATABASE_LINES,
    private readonly now = () => performance.now(),
  ) {}

  /** Whether not to ask the database at all. */
  get isAway(): boolean {
    return this.trouble?.kind === 'unreachable';
  }

  /** Whether nothing is known to be wrong. */
  get isWell(): boolean {
    return this.trouble === undefined;
  }

  refusal(): DatabaseAwayError {
    return new DatabaseAwayError(this.trouble?.reason ?? '');
  }

  /** @returns what is wrong, as of a second ago at most or of a probe now */
  async check(): Promise<Trouble | undefined> {
    if (!this.trouble && this.now() - this.probedAt >= PROBE_EVERY) await this.probeOnce();
    return this.trouble;
  }

  /**
   * To be told when a connection broke, could not be made, or did not get its answer.
   *
   * @param reason worth a line in the log even if the database proves to be well
   */
  suspect(reason?: string): void {
    this.suspicion ??= reason;
    this.probeAfter(Math.max(0, this.probedAt + PROBE_EVERY - this.now()));
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
        this.probedAt = this.now();
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
    this.trouble = found && { ...found, since: trouble?.since ?? this.now() };
    if (found) {
      this.logger.error(`${this.lines.consequences[found.kind]}: ${found.reason}.`);
    } else {
      const seconds = Math.round((this.now() - trouble!.since) / 1000);
      this.logger.warn(`${this.lines.isBack}, after ${seconds} s.`);
    }
    this.onChange();
  }
}
