/** The time, as something that tests can set. */
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

/** The present as criteria name it: to the second, so that equal requests within it are one request. */
export interface Present {
  start: Date;
  /** When it is the present no more. */
  end: Date;
}

export const presentSecond = (now: Date): Present => present(now, SECOND);
export const presentMinute = (now: Date): Present => present(now, MINUTE);

function present(now: Date, length: number): Present {
  const start = Math.floor(now.getTime() / length) * length;
  return { start: new Date(start), end: new Date(start + length) };
}
