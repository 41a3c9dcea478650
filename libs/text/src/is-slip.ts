import { distance } from 'fastest-levenshtein';

/**
 * Reports whether two texts differ by at most one letter, or by two swapped letters.
 *
 * @param shortest minimum length of both texts; shorter ones are similar by accident
 */
export function isSlip(a: string, b: string, shortest: number): boolean {
  if (Math.min(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false;
  const edits = distance(a, b);
  return edits <= 1 || (edits === 2 && sorted(a) === sorted(b));
}

function sorted(text: string): string {
  return [...text].sort().join('');
}
