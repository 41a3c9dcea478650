import { MetIdentities } from './met-identities.js';

describe(MetIdentities.name, () => {
  it('remembers what it has met, however many, and nothing else', () => {
    const met = new MetIdentities();
    for (let i = 0; i < 20_000; i++) met.add(`business ${i}|duluth|${i} main st`);
    met.add('business 1|duluth|1 main st');
    for (let i = 0; i < 20_000; i++) {
      expect(met.has(`business ${i}|duluth|${i} main st`)).toBe(true);
      expect(met.has(`business ${i}|duluth|${i} oak st`)).toBe(false);
    }
  });
});
