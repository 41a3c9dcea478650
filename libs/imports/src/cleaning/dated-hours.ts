const DATE = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\s+\\d{1,2}';
/** `2026 Nov 26 off`, or `Dec 24,Dec 31 10:00-14:00` for every year. */
const DATED = new RegExp(
  `^(?:(\\d{4}\\s+${DATE})|(?:ph\\s*,\\s*)?${DATE}(?:\\s*,\\s*(?:ph|${DATE}))*)\\s+(?:off|closed|\\d)`,
  'i',
);

/**
 * Takes the rules for single dates out of OpenStreetMap's notation of opening hours. Those of one
 * year are special hours. A record has no place for rules that return every year.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function takeDatedRules(text: string): {
  weekly: string;
  special: string;
  hasYearly: boolean;
} {
  const rules = text.split(';').map((rule) => ({ rule, dated: DATED.exec(rule.trim()) }));
  const join = (kept: typeof rules) => kept.map(({ rule }) => rule).join(';');
  return {
    weekly: join(rules.filter(({ dated }) => !dated)),
    special: join(rules.filter(({ dated }) => dated?.[1])),
    hasYearly: rules.some(({ dated }) => dated && !dated[1]),
  };
}
