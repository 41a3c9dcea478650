import { plainText } from '#libs/text/src/plain-text.js';
import { categoriesInSpanish } from '../categories/categories.es.js';
import { plainPictures, normalizeSearch, withEnglishCategories } from './normalize-search.js';

describe(normalizeSearch.name, () => {
  it.each([
    '612-374-2400',
    '(612) 374-2400',
    '612.374.2400',
    '+1 612 374 2400',
    '1-612-374-2400',
    'tel:+16123742400',
  ])('reduces %p to ten digits', (text) => {
    expect(normalizeSearch(text).replace('tel:', '').trim()).toBe('6123742400');
  });

  it('finds one or more phone numbers within a text', () => {
    expect(normalizeSearch('call 612-374-2400 or 651-254-3456 now').split(/\s+/)).toEqual(
      'call 6123742400 or 6512543456 now'.split(' '),
    );
  });

  it.each(['1-374-2400', '5-8 club', '1750 Hennepin Ave', '55401', '12345678901234'])(
    'leaves %p unchanged',
    (text) => expect(normalizeSearch(text)).toBe(text),
  );

  it('joins the digits of a phone number without an area code', () => {
    expect(normalizeSearch('call 374-2400')).toBe('call 3742400');
    expect(normalizeSearch('374.2400')).toBe('3742400');
  });

  it('ignores invisible characters', () => {
    expect(normalizeSearch('\u200Bcoffee\u200Bshop\u2060 374\u202C-2400\u200B')).toBe(
      'coffee shop 3742400',
    );
  });

  it('shortens a ZIP+4 to the ZIP code', () => {
    expect(normalizeSearch('bar 55401-1234')).toBe('bar 55401');
    expect(normalizeSearch('155401-1234')).toBe('155401-1234');
  });
});

describe(plainPictures.name, () => {
  it.each([
    ['🍕pizza', '🍕  pizza'],
    ['☕\uFE0F', '☕'],
    ['💇🏽', '💇'],
    ['👩\u200D🌾', '👩 🌾'],
    ['no picture', 'no picture'],
  ])('converts %p to %p', (text, plain) => {
    expect(plainPictures(text).split(/\s+/)).toEqual(plain.split(/\s+/));
  });
});

describe(withEnglishCategories.name, () => {
  it.each([...categoriesInSpanish])('translates the Spanish name of %p', (english, spanish) => {
    expect(withEnglishCategories(spanish)).toBe(english);
    expect(withEnglishCategories(`La ${plainText(spanish)} 2`)).toBe(`la ${english} 2`);
  });

  it.each([
    ['Talleres mecánicos en Ely', 'Auto repair en ely'],
    ['diversion', null],
  ])('translates %p to %p', (text, english) => {
    expect(withEnglishCategories(text)).toBe(english);
  });
});
