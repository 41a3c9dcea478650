import { SeenIdentities } from './seen-identities.js';

describe(SeenIdentities.name, () => {
  it('contains exactly the identities it has seen', () => {
    const seen = new SeenIdentities();
    const numbers = Array.from({ length: 20_000 }, (_, i) => i);
    const identity = (i: number, street = 'main') => `business ${i}|duluth|${i} ${street} st`;
    for (const i of numbers) seen.add(identity(i), i + 2);
    seen.add(identity(1), 30_000);
    expect(numbers.filter((i) => !seen.has(identity(i)))).toEqual([]);
    expect(numbers.filter((i) => seen.lineOf(identity(i)) !== i + 2)).toEqual([]);
    expect(numbers.filter((i) => seen.has(identity(i, 'oak')))).toEqual([]);
  });

  it('counts a rejected row as seen, but the next row as the first', () => {
    const seen = new SeenIdentities();
    seen.add('7', 0);
    expect([seen.has('7'), seen.lineOf('7')]).toEqual([true, undefined]);
    seen.add('7', 3);
    expect(seen.lineOf('7')).toBe(3);
  });
});
