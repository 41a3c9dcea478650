import { setImmediate as endOfTurn } from 'node:timers/promises';
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
 * Begins with requests in batches, one at the end of each turn of the event loop, of as many as the
 * time allows. The others wait in line, however many connections there are: libuv accepts one new
 * connection a turn, so only while turns are short do others, and whoever asks for the health, get
 * in at all.
 */
export class WaitingLine {
  private readonly waiting: (Guest & { since: number })[] = [];
  private batch: Promise<void> | undefined;

  constructor(private readonly now = () => performance.now()) {}

  enter(guest: Guest): void {
    this.waiting.push({ ...guest, since: this.now() });
    void this.endOfBatch();
  }

  /** Of the batch that is begun with now, or else of the one at the end of this turn. */
  endOfBatch(): Promise<void> {
    return (this.batch ??= endOfTurn().then(() => this.serveBatch()));
  }

  private async serveBatch(): Promise<void> {
    const closingTime = this.now() + BUDGET;
    while (this.waiting.length > 0 && this.now() < closingTime) {
      this.serveNext();
      await allItSetsOff();
    }
    this.batch = undefined;
    if (this.waiting.length > 0) void this.endOfBatch();
  }

  private serveNext(): void {
    const guest = this.waiting.shift()!;
    if (guest.hasLeft()) return;
    if (this.now() - guest.since > PATIENCE) guest.refuse(OverloadError.of.event_loop);
    else guest.serve();
  }
}

/** A tick that a microtask asks for comes when no microtask is left. */
function allItSetsOff(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}
