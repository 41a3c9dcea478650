/**
 * In milliseconds, as all here. A busy server's turns take some tens: with 50 connections, one
 * serves 50 requests at most.
 */
const LONG_TURN = 500;
/** Whoever has waited for the end of a stall is served; overload is when they go on for so long. */
const PATIENCE = 2_000;
const STALLS = 2;
/** As long as this without a long turn, and it starts anew. */
const CALM = 1_000;

/**
 * Measures the turns of the event loop, in each of which all requests are handled that have come
 * in meanwhile. It is the time that they wait before anything else is known of them.
 */
export class EventLoopTurns {
  private began: number | undefined;
  /** Long turns without a calm in between: how many, since when, until when. */
  private stalls = { count: 0, since: 0, until: -Infinity };
  private wasAsked = false;

  constructor(private readonly now = () => performance.now()) {}

  /**
   * To be asked for each request: true for those that come late in a turn, after several that were
   * long. So what can be served in time still is, however much more there is.
   */
  isOverloaded(): boolean {
    this.wasAsked = true;
    const now = this.now();
    this.began ??= this.begin(now);
    return now - this.began > LONG_TURN && this.areStallsGoingOn(this.began);
  }

  private areStallsGoingOn(now: number): boolean {
    const { count, since, until } = this.stalls;
    return count >= STALLS && now - since > PATIENCE && now - until <= CALM;
  }

  private begin(now: number): number {
    setImmediate(() => this.end(now));
    return now;
  }

  private end(began: number): void {
    const now = this.now();
    if (now - began > LONG_TURN) {
      if (began - this.stalls.until > CALM) this.stalls = { count: 0, since: began, until: now };
      this.stalls.count += 1;
      this.stalls.until = now;
    }
    // Without requests there is nothing to measure, and the loop may rest.
    this.began = this.wasAsked ? this.begin(now) : undefined;
    this.wasAsked = false;
  }
}
