import { excerpt } from './excerpt.js';

describe(excerpt.name, () => {
  it('returns a short text unchanged', () => {
    expect(excerpt('A map of bakeries', 17)).toBe('A map of bakeries');
  });

  it('cuts a longer text between characters', () => {
    expect(excerpt('A map of bakeries', 16)).toBe('A map of bakeri…');
    expect(excerpt('A map of bakeries', 7)).toBe('A map…');
    expect(excerpt('🌲🌲🌲', 2)).toBe('🌲…');
    expect(excerpt('🌲🌲🌲', 3)).toBe('🌲🌲🌲');
  });

  it('returns one line without control characters', () => {
    expect(excerpt(' A map\r\n\tof   bakeries ', 40)).toBe('A map of bakeries');
    expect(excerpt('a\0b\r\n\u202ec', 8)).toBe('a b c');
  });

  it('never splits a surrogate pair', () => {
    expect(excerpt('half \ud83d', 8)).toBe('half \ufffd');
    for (let length = 1; length < 40; length++) {
      expect(excerpt(`${' '.repeat(length)}x🌲`.repeat(9), 20)).not.toMatch(/[\ufffd\p{Cs}]/u);
    }
  });
});
