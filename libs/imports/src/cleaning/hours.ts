import {
  DAY,
  type Day,
  DAYS,
  minuteOfDay,
  type Period,
  timeOfDay,
} from '#libs/directory-index/src/opening-hours.js';
import { jsonList, textOf } from './text.js';

/** An opening period on a day of the week. */
export interface OpeningHours extends Period {
  day: Day;
}

/** Days of the week; Monday is 0. */
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Public holidays, as an eighth day of the week. */
const HOLIDAY = 7;

type Token =
  | { kind: 'day'; days: readonly number[] }
  | { kind: 'time'; time: Time }
  | { kind: 'to' | ',' | ';' | 'off' | 'all day' };

/** A time as written, on a 12-hour or 24-hour clock. */
interface Time {
  hour: number;
  minute: number;
  half?: 'am' | 'pm';
  /** True if the notation implies a 24-hour clock: `08:00`, `17:00`. */
  isOf24: boolean;
}

const MAX_PERIODS = 50;
/** Maximum length in characters; a week's notation is short. */
const MAX_NOTATION = 1_000;

/** Hours of a week, and those of public holidays if they are stated. */
interface Week {
  hours: OpeningHours[];
  onHolidays?: Period[];
}

/**
 * Parses opening hours as written by people and programs: OpenStreetMap's opening_hours (`Mo-Fr
 * 09:00-17:00; Sa,Su 10:00-14:00; PH off`, `24/7`), `Mon-Fri 9am-5pm`, `M-F 9-5`, `Daily
 * 8am-10pm`, or the JSON list that the API returns. Rules for school holidays are ignored. Null if
 * any other part is unreadable or no hours are given.
 */
export function cleanWeek(text: string): Week | null {
  const week = text.startsWith('[') ? fromJson(text) : (rulesIn(text)?.read() ?? null);
  return week && week.hours.length <= MAX_PERIODS ? week : null;
}

/** Parses the periods of one day: `9-12, 1-5`, or `off`. */
export function cleanPeriods(text: string): Period[] | null {
  return rulesIn(text)?.readPeriods() ?? null;
}

function rulesIn(text: string): Rules | undefined {
  const tokens = text.length > MAX_NOTATION ? undefined : tokensOf(text.toLowerCase());
  return tokens && new Rules(tokens);
}

/** Reads a sequence of `days periods` rules. Periods without days apply to every day. */
class Rules {
  private at = 0;
  private readonly byDay = new Map<number, Period[]>();

  constructor(private readonly tokens: readonly Token[]) {}

  read(): Week | null {
    let replaces = true;
    let saysAnything = false;
    while (this.at < this.tokens.length) {
      const rule = this.rule();
      if (!rule) return null;
      const { days, periods } = rule;
      for (const day of days) {
        // A rule after a semicolon replaces earlier rules for the same day.
        const before = replaces ? [] : (this.byDay.get(day) ?? []);
        this.byDay.set(day, [...before, ...periods]);
        saysAnything = true;
      }
      replaces = this.separator() === ';';
    }
    if (!saysAnything) return null;
    const hours = DAYS.flatMap((day, index) =>
      (this.byDay.get(index) ?? []).map((period) => ({ day, ...period })),
    );
    return { hours, onHolidays: this.byDay.get(HOLIDAY) };
  }

  /** Reads periods alone. */
  readPeriods(): Period[] | null {
    const periods = this.periods();
    return periods && this.at === this.tokens.length ? periods : null;
  }

  /** Reads `Mo-Fr 9-5`, `9-5` for every day, or `9-5 Mo-Fr`. */
  private rule(): { days: number[]; periods: Period[] } | undefined {
    if (this.tokens[this.at]?.kind === 'day') {
      const days = this.days();
      // "Mon-Fri, 9-5"
      if (this.tokens[this.at]?.kind === ',') this.at++;
      const periods = days && this.periods();
      return periods && { days, periods };
    }
    const periods = this.periods();
    if (!periods) return undefined;
    if (this.tokens[this.at]?.kind !== 'day') return { days: [...EVERY_DAY], periods };
    const start = this.at;
    let days = this.days();
    if (this.tokens[this.at]?.kind === 'time') {
      // In "9-5 Mo-Fr, Sa 10-2", the next rule begins after the comma. In "9-5 Sa 10-2" and
      // "9-5 Fr, Sa, Su 10-2", a day may belong to either period.
      const list = this.tokens.slice(start, this.at).map(({ kind }) => kind);
      if (list.filter((kind) => kind === ',').length !== 1) return undefined;
      this.at = start;
      days = this.days(start + list.indexOf(','));
    }
    return days && { days, periods };
  }

  /** Reads the separators between two rules and returns the strongest one. */
  private separator(): ';' | ',' | undefined {
    let found: ';' | ',' | undefined;
    for (; ; this.at++) {
      const { kind } = this.tokens[this.at] ?? {};
      if (kind !== ';' && kind !== ',') return found;
      found = found === ';' ? ';' : kind;
    }
  }

  private days(end = this.tokens.length): number[] | undefined {
    const days: number[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind !== 'day' || this.at >= end) return days;
      this.at++;
      const last = this.tokens[this.at + 1];
      if (this.tokens[this.at]?.kind === 'to' && last?.kind === 'day') {
        const from = token.days[0];
        const to = last.days[0];
        if (from === undefined || to === undefined) return undefined;
        if (from === HOLIDAY || to === HOLIDAY) return undefined;
        for (let day = from; day !== to; day = (day + 1) % 7) days.push(day);
        days.push(to);
        this.at += 2;
      } else days.push(...token.days);
      const next = this.tokens[this.at + 1];
      if (this.tokens[this.at]?.kind === ',' && next?.kind === 'day') this.at++;
    }
  }

  private periods(): Period[] | undefined {
    const first = this.tokens[this.at];
    if (first?.kind === 'off' || first?.kind === 'all day') {
      this.at++;
      return first.kind === 'off' ? [] : [{ opens: '00:00', closes: '00:00' }];
    }
    const periods: Period[] = [];
    for (;;) {
      const [opens, to, closes] = this.tokens.slice(this.at, this.at + 3);
      if (opens?.kind !== 'time' || to?.kind !== 'to' || closes?.kind !== 'time') return undefined;
      const period = periodOf(opens.time, closes.time, periods.at(-1));
      if (!period) return undefined;
      periods.push(period);
      this.at += 3;
      const next = this.tokens[this.at + 1];
      if (this.tokens[this.at]?.kind !== ',' || next?.kind !== 'time') return periods;
      this.at++;
    }
  }
}

const HALF_A_DAY = DAY / 2;
/** Earliest opening hour assumed without "am". */
const EARLIEST = 6;
/** Longest likely period in minutes. */
const LONGEST = 18 * 60;

/**
 * Returns the period between two times, which may omit "am" or "pm": `9-5` is a working day,
 * `11-2pm` starts in the morning, and `1-5pm` in the afternoon, as does a period that follows an
 * earlier one of the same day, such as in `9-12, 1-5` and `11-2, 6-10`.
 */
function periodOf(from: Time, to: Time, before: Period | undefined): Period | undefined {
  const isOf24 = from.isOf24 || to.isOf24;
  let opens = minutesOf(from);
  let closes = minutesOf(to);
  if (!isOf24 && !from.half && to.half) {
    const half = minutesOf({ ...from, half: to.half });
    opens = half < closes ? half : minutesOf({ ...from, half: to.half === 'pm' ? 'am' : 'pm' });
  } else if (!isOf24 && !to.half) {
    // A 24-hour clock would write "06:00".
    const isAfternoon = before && from.hour < 10 && opens < minuteOfDay(before.closes);
    if (!from.half && isAfternoon) opens += HALF_A_DAY;
    else if (!from.half && opens < EARLIEST * 60) return undefined;
    // "4pm-2" closes after midnight.
    if (closes <= opens && closes + HALF_A_DAY > opens) closes += HALF_A_DAY;
  }
  if (opens >= DAY) return undefined;
  return { opens: timeOfDay(opens), closes: timeOfDay(closes) };
}

/** Reports whether a period is longer than 18 hours, but not a whole day: `08:00-05:00`. */
export function isUnlikely({ opens, closes }: OpeningHours): boolean {
  const length = (minuteOfDay(closes) - minuteOfDay(opens) + DAY) % DAY;
  return length > LONGEST;
}

function minutesOf({ hour, minute, half }: Time): number {
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return hours * 60 + minute;
}

function fromJson(text: string): Week | null {
  const hours = jsonList(text)?.map((item) => {
    const day = DAYS.find((name) => name === textOf(item?.day).toLowerCase());
    const opens = cleanTime(item?.opens);
    const closes = cleanTime(item?.closes);
    return day && opens && closes ? { day, opens, closes } : null;
  });
  return hours?.every((period) => period !== null) ? { hours } : null;
}

/** Normalizes `9:00` to `09:00` and `24:00` to `00:00`. Null if it is no time. */
export function cleanTime(value: unknown): string | null {
  const [, hour, minute] = /^(\d{1,2}):([0-5]\d)$/.exec(textOf(value).trim()) ?? [];
  if (!hour || Number(hour) > 24 || (hour === '24' && minute !== '00')) return null;
  return timeOfDay(Number(hour) * 60 + Number(minute));
}

/** Token patterns with their constructors; the first match wins. */
const TOKENS: readonly (readonly [RegExp, (match: string[]) => Token | undefined])[] = [
  [/(?:open\s+)?24\s*(?:hours|hrs|\/\s*7)|24h/y, () => ({ kind: 'all day' })],
  [
    /(?:daily|every\s*day|all\s+week|7 days(?: a week)?)\b/y,
    () => ({ kind: 'day', days: EVERY_DAY }),
  ],
  [/weekdays?\b/y, () => ({ kind: 'day', days: [0, 1, 2, 3, 4] })],
  [/weekends?\b/y, () => ({ kind: 'day', days: [5, 6] })],
  [/(?:ph|(?:public )?holidays?)\b/y, () => ({ kind: 'day', days: [HOLIDAY] })],
  [/(?:sh|school holidays?)\b/y, () => ({ kind: 'day', days: [] })],
  [
    /(?:mo(?:n(?:day)?)?|tu(?:e(?:s(?:day)?)?)?|we(?:d(?:nesday)?)?|th(?:u(?:r(?:s(?:day)?)?)?)?|fr(?:i(?:day)?)?|sa(?:t(?:urday)?)?|su(?:n(?:day)?)?)s?\b\.?/y,
    ([day]) => ({ kind: 'day', days: [WEEK.indexOf(day!.slice(0, 2))] }),
  ],
  [
    /[mtwf](?![a-z])/y,
    ([letter]) => ({ kind: 'day', days: [['m', 't', 'w', '', 'f'].indexOf(letter!)] }),
  ],
  [
    /(?=[mtuwhf]{2,7}\b)(m?)(tu|t(?!h))?(w?)(th)?(f?)\b/y,
    (letters) => ({
      kind: 'day',
      days: letters.slice(1).flatMap((found, day) => (found ? [day] : [])),
    }),
  ],
  [/noon\b/y, () => timeToken('12', '00', 'pm')],
  [/midnight\b/y, () => timeToken('12', '00', 'am')],
  [
    /(\d{1,2})(?:[:.]?([0-5]\d))?\s*(?:([ap])\.?\s*m?\b\.?)?(?!\d)/y,
    ([, hour, minute, half]) => timeToken(hour!, minute, half && `${half}m`),
  ],
  [/[-–—]|(?:to|until|till|through|thru)\b/y, () => ({ kind: 'to' })],
  [/;|\n/y, () => ({ kind: ';' })],
  [/[,/&+|]|and\b/y, () => ({ kind: ',' })],
  [/(?:off|closed)\b/y, () => ({ kind: 'off' })],
];
const IGNORED = /(?:[\s:]|(?:open|hours|from|hrs)\b)+/y;
const WEEK = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];

/** Splits lowercase opening hours into tokens; undefined if a part is unknown. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (take(IGNORED); at < text.length; take(IGNORED)) {
    let token: Token | null | undefined;
    for (const [pattern, make] of TOKENS) {
      const match = take(pattern);
      token = match && make(match);
      if (token) break;
    }
    if (!token) return undefined;
    tokens.push(token);
  }
  return tokens;
}

function timeToken(hour: string, minute = '00', half?: string): Token | undefined {
  const hours = Number(hour);
  const minutes = Number(minute);
  // As in OpenStreetMap, 26:00 is 2:00 on the next day.
  if (hours > 48 || (half && (hours < 1 || hours > 12))) return undefined;
  const isOf24 = !half && (hours > 12 || hours === 0 || hour.startsWith('0'));
  return {
    kind: 'time',
    time: { hour: hours, minute: minutes, isOf24, ...(half && { half: half as 'am' | 'pm' }) },
  };
}
