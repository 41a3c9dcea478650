import { tidy, withoutMarkup } from './text.js';

describe(tidy.name, () => {
  it.each([
    ['  Two   Harbors\t', 'Two Harbors'],
    ['No\u00a0break\u0000\u200b here', 'No break here'],
    ['Cafe\u0301', 'Café'],
    ['Unknown Pleasures', 'Unknown Pleasures'],
    ['55401.0', '55401'],
    ['44.90', '44.90'],
  ])('%j → %j', (text, expected) => {
    expect(tidy(text)).toBe(expected);
  });

  it.each([
    '',
    '   ',
    'NOT AVAILABLE',
    'N/A',
    'NA',
    'na',
    '#N/A',
    '-',
    '--',
    '.',
    'None',
    '-999',
    undefined,
  ])('treats %j as blank', (text) => {
    expect(tidy(text)).toBeNull();
  });
});

describe(withoutMarkup.name, () => {
  it.each([
    ['Smith &amp; Sons', 'Smith & Sons'],
    ['Caf&eacute;', 'Café'],
    ['Joe&#39;s', "Joe's"],
    ['<b>Bold</b> Cafe', ' Bold  Cafe'],
    ['A&W', 'A&W'],
    ['5 < 6 > 4', '5 < 6 > 4'],
  ])('%j → %j', (text, expected) => {
    expect(withoutMarkup(text)).toBe(expected);
  });
});
