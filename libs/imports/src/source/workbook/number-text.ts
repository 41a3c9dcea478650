/** Number format, as far as it matters for reading values. */
export type NumberFormat =
  { kind: 'number' } | { kind: 'date' } | { kind: 'digits'; width: number };

/** Built-in date and time formats (ECMA-376, part 1, section 18.8.30). */
const DATE_IDS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** @param code such as `yyyy-mm-dd` or `00000`; undefined for built-in formats */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: DATE_IDS.has(id) ? 'date' : 'number' };
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '');
  if (/[dmyhs]/i.test(bare) && !/[#?]/.test(bare)) return { kind: 'date' };
  return /^0{2,}$/.test(bare) ? { kind: 'digits', width: bare.length } : { kind: 'number' };
}

const DAY_MS = 86_400_000;

/**
 * Formats a number of a sheet as text: dates as YYYY-MM-DD with their time if there is one, and
 * ZIP codes with the leading zeros of their format.
 *
 * @param epoch day 0, which differs in workbooks from old Macintoshes
 */
export function numberText(text: string, format: NumberFormat, epoch: Date): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (format.kind === 'digits') return String(value).padStart(format.width, '0');
  // Excel counts February 29, 1900, which did not exist.
  const isDate = format.kind === 'date' && value >= 61 && value < 2_958_466;
  if (!isDate) return String(value);
  const instant = new Date(epoch.getTime() + Math.round(value * DAY_MS)).toISOString();
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.slice(0, 19);
}
