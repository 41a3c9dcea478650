/** A period of one day; one that closes at or before it opens ends on the next day. */
export interface OpeningHours {
  day: string;
  opens: string;
  closes: string;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MAX_PERIODS = 50;
/** Characters: the notation of a week is short, and reading a longer one takes its square in time. */
const MAX_NOTATION = 1_000;

/**
 * Opening hours from `Mo-Fr 09:00-17:00; Sa,Su 10:00-14:00` (the everyday part of OpenStreetMap's
 * opening_hours, also `24/7` and `off`), or from the JSON list that the API answers.
 * Null where anything in it cannot be read.
 */
export function cleanHours(text: string): OpeningHours[] | null {
  const hours = text.startsWith('[') ? fromJson(text) : fromText(text);
  return hours && hours.length <= MAX_PERIODS ? hours : null;
}

function fromText(text: string): OpeningHours[] | null {
  if (text.length > MAX_NOTATION) return null;
  if (text === '24/7') return DAYS.map((day) => ({ day, opens: '00:00', closes: '00:00' }));
  const byDay = new Map<string, OpeningHours[]>();
  for (const rule of text.split(';').filter((part) => part.trim() !== '')) {
    const parts = /^\s*([A-Za-z]{2}[A-Za-z,\s-]*?)\s+(off|closed|[\d:,\s–-]+)\s*$/i.exec(rule);
    const days = parts && daysOf(parts[1]!);
    const periods = parts && periodsOf(parts[2]!);
    if (!days || !periods) return null;
    // A later rule replaces what an earlier one said of the same day.
    for (const day of days)
      byDay.set(
        day,
        periods.map((period) => ({ day, ...period })),
      );
  }
  return DAYS.flatMap((day) => byDay.get(day) ?? []);
}

function daysOf(text: string): string[] | null {
  const days: string[] = [];
  for (const part of text.split(',')) {
    const [from, to, ...rest] = part.split('-').map(dayIndex);
    if (from === undefined || from < 0 || to === -1 || rest.length > 0) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      days.push(DAYS[day]!);
      if (day === (to ?? from)) break;
    }
  }
  return days;
}

function dayIndex(text: string): number {
  const name = text.trim().toLowerCase();
  return name.length < 2 ? -1 : DAYS.findIndex((day) => day.startsWith(name));
}

function periodsOf(text: string): { opens: string; closes: string }[] | null {
  if (/^(?:off|closed)$/i.test(text)) return [];
  const periods = text.split(',').map((part) => {
    const [opens, closes, ...rest] = part.split(/[-–]/).map((time) => clockTime(time.trim()));
    return opens && closes && rest.length === 0 ? { opens, closes } : null;
  });
  return periods.every((period) => period !== null) ? periods : null;
}

/** `9:00` and `09:00` as `09:00`; `24:00` as the `00:00` that it is. */
function clockTime(text: string): string | null {
  const time = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  if (!time) return null;
  const padded = `${time[1]!.padStart(2, '0')}:${time[2]}`;
  return padded <= '23:59' ? padded : padded === '24:00' ? '00:00' : null;
}

function fromJson(text: string): OpeningHours[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const hours = (list as Partial<Record<keyof OpeningHours, unknown>>[]).map((item) => {
    const day = DAYS[dayIndex(textOf(item?.day))];
    const [opens, closes] = [clockTime(textOf(item?.opens)), clockTime(textOf(item?.closes))];
    return day && opens && closes ? { day, opens, closes } : null;
  });
  return hours.every((period) => period !== null) ? hours : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
