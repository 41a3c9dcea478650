import { tidy } from './tidy.js';

describe(tidy.name, () => {
  it.each([
    ['  Two   Harbors\t', 'Two Harbors'],
    ['No\u00a0break\u0000\u200b here', 'No break here'],
    ['Cafe\u0301', 'Café'],
    ['Unknown Pleasures', 'Unknown Pleasures'],
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
  ])('%j stands for nothing', (text) => {
    expect(tidy(text)).toBeNull();
  });
});
