import { MetIdentities } from './met-identities.js';

describe(MetIdentities.name, () => {
  it('contains exactly the identities it has met', () => {
    const met = new MetIdentities();
    for (let i = 0; i < 20_000; i++) met.add(`business ${i}|duluth|${i} main st`, i + 2);
    met.add('business 1|duluth|1 main st', 30_000);
    for (let i = 0; i < 20_000; i++) {
      expect(met.has(`business ${i}|duluth|${i} main st`)).toBe(true);
      expect(met.lineOf(`business ${i}|duluth|${i} main st`)).toBe(i + 2);
      expect(met.has(`business ${i}|duluth|${i} oak st`)).toBe(false);
    }
  });

  it('counts a rejected row as met, but the next row as the first', () => {
    const met = new MetIdentities();
    met.add('7', 0);
    expect([met.has('7'), met.lineOf('7')]).toEqual([true, undefined]);
    met.add('7', 3);
    expect(met.lineOf('7')).toBe(3);
  });
});
