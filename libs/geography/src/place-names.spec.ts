import { matchesPlace } from './place-names.js';

describe(matchesPlace.name, () => {
  it.each([
    ['Saint Paul', ['St. Paul', 'st paul', 'ST P', 'sai', 'st', 'paul', '']],
    ['St. Louis', ['saint louis', 'St. L', 'st', 'louis']],
    ['West Saint Paul', ['W. St. Paul', 'west st', 'w']],
    ['Minneapolis', ['mpls', 'Minn']],
    ['Stillwater', ['st']],
  ])('matches %s by its words and their abbreviations', (name, texts) => {
    expect(texts.filter((text) => !matchesPlace(name, text))).toEqual([]);
  });

  it('matches no other name', () => {
    expect(matchesPlace('Saint Cloud', 'St. Paul')).toBe(false);
    expect(matchesPlace('Stillwater', 'st p')).toBe(false);
    expect(matchesPlace('Minneapolis', 'apolis')).toBe(false);
  });
});
