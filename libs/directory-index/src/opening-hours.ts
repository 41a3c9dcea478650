import { type Holiday, holidayOn } from '#libs/geography/src/holidays.js';
import { dayNumber, type LocalDate } from '#libs/geography/src/local-date.js';
import type { LocalMinute } from '#libs/geography/src/local-time.js';

/** Days of the week for opening hours. */
export const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Day = (typeof DAYS)[number];

/** Period of one day, as `HH:MM`. It ends on the next day if it does not close after it opens. */
export interface Period {
  opens: string;
  closes: string;
}

/** Hours of one date, which replace the weekly ones. */
export interface SpecialHours {
  date: LocalDate;
  closed: boolean;
  /** Empty if the business is closed. */
  hours: Period[];
  /** Reason, such as "Christmas Eve". */
  name: string | null;
}

/** Hours of a business in a normal week, empty if unknown, and on special dates. */
export interface Schedule {
  hours: readonly (Period & { day: Day })[];
  specialHours: readonly SpecialHours[];
}

type OpeningStatus =
  | { kind: 'unknown' }
  /** Open for at least the next 24 hours. */
  | { kind: 'always' }
  /** @property until closing time in minutes since midnight */
  | { kind: 'open'; until: number }
  /** Public holiday without special hours. */
  | { kind: 'holiday'; holiday: Holiday }
  /** @property opens next opening; null if it is more than a week away */
  | { kind: 'closed'; opens: LocalMinute | null };

/** Minutes of one day, counted from its midnight. `end` may be on the next day. */
export interface Stretch {
  start: number;
  end: number;
}

/** Reports whether a business is open. Null if its hours are unknown, or may differ on a holiday. */
export function isOpen(
  business: Schedule & { status: string },
  minute: LocalMinute,
): boolean | null {
  if (business.status !== 'open') return false;
  const { kind } = new OpeningHours(business).statusAt(minute);
  return kind === 'unknown' || kind === 'holiday' ? null : kind !== 'closed';
}

/** Minutes of a day. */
export const DAY = 24 * 60;
const WEEK = 7;
/** January 1, 1970 was a Thursday. */
const FIRST_WEEKDAY = DAYS.indexOf('thursday');
const TIME = /^\d\d:\d\d$/;
const NONE: readonly Stretch[] = [];

/** Returns the weekday of a day, counted from January 1, 1970, as an index of `DAYS`. */
export function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % WEEK) + WEEK) % WEEK;
}

/** Returns the day of a local minute, counted from January 1, 1970. */
export function dayOf(minute: LocalMinute): number {
  return Math.floor(minute / DAY);
}

/**
 * Opening hours of a business. Special hours replace the weekly ones, and on a public holiday
 * without special hours a business does not count as open. Equal hours are stored once and
 * evaluated once for all businesses that share them.
 */
export class OpeningHours {
  /** Stretches of each weekday, in order. */
  private readonly week: readonly (readonly Stretch[])[];
  /** Stretches by day, counted from January 1, 1970. */
  private readonly special: ReadonlyMap<number, readonly Stretch[]>;

  constructor({ hours, specialHours }: Schedule) {
    this.week = DAYS.map((day) => stretchesOf(hours.filter((each) => each.day === day)));
    this.special = new Map(
      specialHours.map(({ date, hours: periods }) => [dayNumber(date), stretchesOf(periods)]),
    );
  }

  /** True if the hours of a normal week are known. */
  get areKnown(): boolean {
    return this.week.some((stretches) => stretches.length > 0);
  }

  isOpenAt(minute: LocalMinute): boolean {
    return this.endOfStretchAt(minute) !== undefined;
  }

  /** Reports whether the business is open at some minute from `from` to before `to`. */
  isOpenBetween({ from, to }: { from: LocalMinute; to: LocalMinute }): boolean {
    for (let day = dayOf(from) - 1; day <= dayOf(to - 1); day++) {
      const midnight = day * DAY;
      for (const { start, end } of this.stretchesOn(day)) {
        if (midnight + start < to && midnight + end > from) return true;
      }
    }
    return false;
  }

  statusAt(minute: LocalMinute): OpeningStatus {
    const today = dayOf(minute);
    if (!this.areKnown && !this.special.has(today)) return { kind: 'unknown' };
    let end = minute;
    let next = this.endOfStretchAt(minute);
    for (; next !== undefined && end < minute + DAY; next = this.endOfStretchAt(end)) end = next;
    if (end >= minute + DAY) return { kind: 'always' };
    if (end > minute) return { kind: 'open', until: end % DAY };
    const holiday = this.uncertainOn(today);
    return holiday
      ? { kind: 'holiday', holiday }
      : { kind: 'closed', opens: this.nextOpening(minute) };
  }

  /** Returns the holiday on which the business may have hours other than its weekly ones. */
  uncertainOn(day: number): Holiday | undefined {
    const isUsuallyOpen = this.week[weekdayOf(day)]!.length > 0;
    return isUsuallyOpen && !this.special.has(day) ? holidayOn(day) : undefined;
  }

  private nextOpening(minute: LocalMinute): LocalMinute | null {
    const today = dayOf(minute);
    for (let day = today; day <= today + WEEK; day++) {
      const opens = this.stretchesOn(day).find(({ start }) => day * DAY + start > minute);
      if (opens) return day * DAY + opens.start;
    }
    return null;
  }

  /** Returns the end of a stretch that contains the minute, if there is one. */
  private endOfStretchAt(minute: LocalMinute): LocalMinute | undefined {
    for (let day = dayOf(minute); day >= dayOf(minute) - 1; day--) {
      const midnight = day * DAY;
      for (const { start, end } of this.stretchesOn(day)) {
        if (midnight + start <= minute && minute < midnight + end) return midnight + end;
      }
    }
    return undefined;
  }

  private stretchesOn(day: number): readonly Stretch[] {
    return this.special.get(day) ?? (holidayOn(day) ? NONE : this.week[weekdayOf(day)]!);
  }
}

/** @param time time of day, such as "17:30" */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Formats a minute of a day, or of the next one, such as "17:30". */
export function timeOfDay(minute: number): string {
  const parts = [Math.floor((minute % DAY) / 60), minute % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the periods of one day, merged as in `stretchesOf` and at most 24 hours long. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  return stretchesOf(periods).map(({ start, end }) => ({
    opens: timeOfDay(start),
    closes: timeOfDay(Math.min(end, start + DAY)),
  }));
}

/** Returns the stretches of one day in order. Periods that overlap or touch become one. */
export function stretchesOf(periods: readonly Period[]): readonly Stretch[] {
  const sorted = periods
    .filter(({ opens, closes }) => TIME.test(opens) && TIME.test(closes))
    .map(({ opens, closes }) => {
      const start = minuteOfDay(opens);
      return { start, end: start + ((minuteOfDay(closes) - start + DAY) % DAY || DAY) };
    })
    .sort((a, b) => a.start - b.start);
  const stretches: Stretch[] = [];
  for (const { start, end } of sorted) {
    const last = stretches.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }
  return stretches.length > 0 ? stretches : NONE;
}
