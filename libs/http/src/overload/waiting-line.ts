import { OverloadError } from './overload.error.js';

/**
 * In milliseconds, as all here: how much of a turn of the event loop requests may begin in. To finish
 * and answer them takes some times as long.
 */
const BUDGET = 1;
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
 * Begins with requests at the end of a turn of the event loop, one after the other, with as many as
 * the time allows. The others wait in line, however many connections there are: libuv accepts one
 * new connection a turn, so only while turns are short do others, and whoever asks for the health,
 * get in at all. At the end rather than at once, so that requests are begun together, as
 * `sendTogether` sends their answers.
 */
export class WaitingLine {
  private readonly waiting: (Guest & { since: number })[] = [];
  private willOpen = false;

  constructor(private readonly now = () => performance.now()) {}

  enter(guest: Guest): void {
    this.waiting.push({ ...guest, since: this.now() });
    this.openAtEndOfTurn();
  }

  private openAtEndOfTurn(): void {
    if (this.willOpen) return;
    this.willOpen = true;
    setImmediate(() => {
      this.willOpen = false;
      this.callNext(this.now() + BUDGET);
    });
  }

  /** One by one, with all that each sets off before the next. */
  private callNext(closingTime: number): void {
    if (this.waiting.length === 0) return;
    const now = this.now();
    if (now >= closingTime) return this.openAtEndOfTurn();
    const guest = this.waiting.shift()!;
    if (!guest.hasLeft()) {
      if (now - guest.since > PATIENCE) guest.refuse(OverloadError.of.event_loop);
      else guest.serve();
    }
    // A tick that a microtask asks for comes when no microtask is left.
    queueMicrotask(() => process.nextTick(() => this.callNext(closingTime)));
  }
}
