/** Days of the week; Monday is 0. */
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Public holidays, as an eighth day of the week. */
export const HOLIDAY = 7;

export type Token =
  | { kind: 'day'; days: readonly number[] }
  | { kind: 'time'; time: Time }
  | { kind: 'to' | ',' | ';' | 'off' | 'all day' };

/** A time as written, on a 12-hour or 24-hour clock. */
export interface Time {
  hour: number;
  minute: number;
  half?: 'am' | 'pm';
  /** True if the notation implies a 24-hour clock: `08:00`, `17:00`. */
  isOf24: boolean;
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
export function tokensOf(text: string): Token[] | undefined {
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
