import { excerpt } from './excerpt.js';

describe(excerpt.name, () => {
  it('leaves alone what is short enough', () => {
    expect(excerpt('A map of bakeries', 17)).toBe('A map of bakeries');
  });

  it('cuts what is longer, between characters', () => {
    expect(excerpt('A map of bakeries', 16)).toBe('A map of bakeri…');
    expect(excerpt('A map of bakeries', 7)).toBe('A map…');
    expect(excerpt('🌲🌲🌲', 2)).toBe('🌲…');
  });

  it('is on one line', () => {
    expect(excerpt(' A map\r\n\tof   bakeries ', 40)).toBe('A map of bakeries');
  });
});
