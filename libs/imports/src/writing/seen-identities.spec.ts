import { SeenIdentities } from './seen-identities.js';

describe(SeenIdentities.name, () => {
  it('contains exactly the identities it has seen', () => {
    const seen = new SeenIdentities();
    for (let i = 0; i < 20_000; i++) seen.add(`business ${i}|duluth|${i} main st`, i + 2);
    seen.add('business 1|duluth|1 main st', 30_000);
    for (let i = 0; i < 20_000; i++) {
      expect(seen.has(`business ${i}|duluth|${i} main st`)).toBe(true);
      expect(seen.lineOf(`business ${i}|duluth|${i} main st`)).toBe(i + 2);
      expect(seen.has(`business ${i}|duluth|${i} oak st`)).toBe(false);
    }
  });

  it('counts a rejected row as seen, but the next row as the first', () => {
    const seen = new SeenIdentities();
    seen.add('7', 0);
    expect([seen.has('7'), seen.lineOf('7')]).toEqual([true, undefined]);
    seen.add('7', 3);
    expect(seen.lineOf('7')).toBe(3);
  });
});
