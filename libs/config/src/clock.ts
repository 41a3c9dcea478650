/** Source of the current time. Tests replace it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Current second or minute. Criteria use it instead of the exact time, so that equal requests
 * within it share one result.
 */
export interface Present {
  start: Date;
  /** Time at which this second or minute ends. */
  end: Date;
}

export const presentSecond = (now: Date): Present => present(now, SECOND);
export const presentMinute = (now: Date): Present => present(now, MINUTE);

function present(now: Date, length: number): Present {
  const start = Math.floor(now.getTime() / length) * length;
  return { start: new Date(start), end: new Date(start + length) };
}
