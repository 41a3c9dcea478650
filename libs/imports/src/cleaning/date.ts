/** A calendar date as YYYY-MM-DD, from that form, from M/D/YYYY or from a year alone; else null. */
export function cleanDate(text: string): string | null {
  const iso = /^(\d{4})(?:[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?)?$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [year, month = '1', day = '1'] = iso
    ? iso.slice(1)
    : american
      ? [american[3], american[1], american[2]]
      : [];
  if (!year || Number(year) < 1600) return null;
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.valueOf()) && instant.toISOString().startsWith(date) ? date : null;
}
