import { OverloadError } from './overload.error.js';

/** In milliseconds, as all here: how much of a turn of the event loop requests may begin in. */
const BUDGET = 5;
/** Who has waited for so long is refused: to be served later still would be of no use. */
const PATIENCE = 1_000;

/** Somebody who asks to be served. */
export interface Guest {
  /** Whether nobody waits for an answer any more. */
  hasLeft(): boolean;
  serve(): void;
  refuse(refusal: OverloadError): void;
}

/**
 * Begins with as many requests in a turn of the event loop as a few milliseconds allow. The others
 * wait in line, however many connections there are: libuv accepts one new connection a turn, so only
 * while turns are short do others, and whoever asks for the health, get in at all.
 */
export class WaitingLine {
  private readonly waiting: (Guest & { since: number })[] = [];
  /**
   * When the present budget began. The next begins in the turn after it was used up, rather than in
   * each turn: to follow them all takes a twentieth of a request's time.
   */
  private opened = -Infinity;
  private willOpen = false;

  constructor(private readonly now = () => performance.now()) {}

  enter(guest: Guest): void {
    const now = this.now();
    if (this.waiting.length === 0 && this.isInTime(now)) return guest.serve();
    this.waiting.push({ ...guest, since: now });
    this.openNextTurn();
  }

  private openNextTurn(): void {
    if (this.willOpen) return;
    this.willOpen = true;
    setImmediate(() => {
      this.willOpen = false;
      this.opened = this.now();
      this.callNext();
    });
  }

  /** One by one, with all that each sets off before the next. */
  private callNext(): void {
    if (this.waiting.length === 0) return;
    const now = this.now();
    if (!this.isInTime(now)) return this.openNextTurn();
    const guest = this.waiting.shift()!;
    if (!guest.hasLeft()) {
      if (now - guest.since > PATIENCE) guest.refuse(OverloadError.of.event_loop);
      else guest.serve();
    }
    // A tick that a microtask asks for comes when no microtask is left.
    queueMicrotask(() => process.nextTick(() => this.callNext()));
  }

  private isInTime(now: number): boolean {
    return now - this.opened < BUDGET;
  }
}
