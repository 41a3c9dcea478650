import fc from 'fast-check';
import {
  findControlCharacter,
  normalizeLineBreaks,
  withoutControlCharacters,
} from './control-characters.js';

describe(findControlCharacter.name, () => {
  it.each([
    ['a\u0000b', 'U+0000'],
    ['a\u001bb', 'U+001B'],
    ['a\u0085b', 'U+0085'],
    ['a\u00adb', 'U+00AD'],
    ['a\u061cb', 'U+061C'],
    ['a\u200bb', 'U+200B'],
    ['a\u200fb', 'U+200F'],
    ['a\u202eb', 'U+202E'],
    ['a\u2028b', 'U+2028'],
    ['a\u2066b', 'U+2066'],
    ['a\ufeffb', 'U+FEFF'],
    ['a\ud800b', 'U+D800'],
    ['a\u{e0041}b', 'U+E0041'],
  ])('finds the control character in %j, with and without line breaks allowed', (text, name) => {
    expect(findControlCharacter(text)).toBe(name);
    expect(findControlCharacter(text, { lines: true })).toBe(name);
  });

  it('allows line feeds and tabs only in multi-line text', () => {
    expect(findControlCharacter('a\nb')).toBe('U+000A');
    expect(findControlCharacter('a\tb')).toBe('U+0009');
    expect(findControlCharacter('a\n\tb', { lines: true })).toBeUndefined();
    expect(findControlCharacter('a\rb', { lines: true })).toBe('U+000D');
  });

  it.each(['José Ångström', '木漏れ日', '👩‍🌾 ❤️ 🇺🇸', 'می‌خواهم', 'ශ්‍රී', '🌲'])(
    'accepts %s',
    (text) => expect(findControlCharacter(text)).toBeUndefined(),
  );
});

describe(withoutControlCharacters.name, () => {
  it('leaves no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = withoutControlCharacters(text);
        expect(findControlCharacter(cleaned, { lines: true })).toBeUndefined();
      }),
    );
  });
});

describe(normalizeLineBreaks.name, () => {
  it('handles the line breaks of every system', () => {
    expect(normalizeLineBreaks('a\r\nb\rc\nd\u2028e\u0085f')).toBe('a\nb\nc\nd\ne\nf');
  });
});
