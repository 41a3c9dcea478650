import fc from 'fast-check';
import { generateKeyText, hasKeyForm } from './key-text.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe(generateKeyText.name, () => {
  it('generates a prefix, 32 random characters and a six-character checksum', () => {
    const text = generateKeyText();
    expect(text).toMatch(/^mnbd_[0-9A-Za-z]{38}$/);
    expect(hasKeyForm(text)).toBe(true);
  });

  it('uses every character equally often', () => {
    const counts = new Map([...BASE62].map((character) => [character, 0]));
    const keys = 5_000;
    for (let i = 0; i < keys; i++) {
      for (const character of generateKeyText().slice(5, 37)) {
        counts.set(character, counts.get(character)! + 1);
      }
    }
    const expected = (keys * 32) / 62;
    const chiSquared = [...counts.values()]
      .map((count) => (count - expected) ** 2 / expected)
      .reduce((sum, term) => sum + term);
    // 61 degrees of freedom: more than 130 happens once in a million runs.
    expect(chiSquared).toBeLessThan(130);
  });
});

describe(hasKeyForm.name, () => {
  const key = fc.constant(null).map(generateKeyText);

  it('rejects any change of a single character', () => {
    fc.assert(
      fc.property(key, fc.nat(42), fc.constantFrom(...BASE62), (text, at, character) => {
        fc.pre(text[at] !== character);
        expect(hasKeyForm(text.slice(0, at) + character + text.slice(at + 1))).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('rejects any transposition of adjacent characters', () => {
    fc.assert(
      fc.property(key, (text) => {
        for (let at = 0; at < text.length - 1; at++) {
          if (text[at] === text[at + 1]) continue;
          const swapped = text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
          expect([swapped, hasKeyForm(swapped)]).toEqual([swapped, false]);
        }
      }),
    );
  });

  it('rejects a key with extra or missing characters', () => {
    fc.assert(
      fc.property(key, fc.string({ minLength: 1 }), (text, more) => {
        for (const wrong of [text + more, more + text, `${text}, ${text}`, text.slice(0, -1)]) {
          expect(hasKeyForm(wrong)).toBe(false);
        }
      }),
    );
  });

  it('rejects any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => !hasKeyForm(text)));
  });

  it('uses CRC-32 in base 62 with leading zeros as the checksum', () => {
    // CRC-32 of the first 37 characters is 1057049873 (Python's zlib.crc32).
    expect(hasKeyForm('mnbd_0000000000000000000000000000000019XGxV')).toBe(true);
    // 91878865, a small checksum with a leading zero.
    expect(hasKeyForm('mnbd_TUVWXYZabcdefghijklmnopqrstuvwxy06DVtB')).toBe(true);
  });
});
