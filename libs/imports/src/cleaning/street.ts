import { readableName } from './readable-name.js';

const UNIT =
  /(?:,\s*|\s+)((?:suite|ste|unit|apt|apartment|room|rm|floor|fl)\.?\s*#?\s*[\w-]+|#\s*[\w-]+)\.?$/i;

/** A street address, and the suite or room at its end as the unit it is. */
export function cleanStreet(text: string): { street: string; unit: string | null } {
  const readable = readableName(text).replace(/[\s,]+$/, '');
  const unit = UNIT.exec(readable);
  if (!unit || unit.index === 0) return { street: readable, unit: null };
  return { street: readable.slice(0, unit.index), unit: unit[1]!.replace(/#\s+/, '#') };
}
