import { Clock } from '#libs/config/src/clock.js';

/** A clock that moves only when `advance` is called. */
export class ManualClock extends Clock {
  constructor(private time = Date.parse('2026-11-21T12:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
