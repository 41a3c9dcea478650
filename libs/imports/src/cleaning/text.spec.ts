import { readableName, repairMojibake, tidy } from './text.js';
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

describe(repairMojibake.name, () => {
  it.each([
    ['CafÃ© Olé'.replace('é', 'Ã©'), 'Café Olé'],
    ['Merlinâ€™s Rest', 'Merlin’s Rest'],
    ['Café', 'Café'],
    ['Señor Æbleskiver', 'Señor Æbleskiver'],
    ['CafÃ© 北京', 'CafÃ© 北京'],
    ['plain', 'plain'],
  ])('%j → %j', (text, expected) => {
    expect(repairMojibake(text)).toBe(expected);
  });
});

describe(readableName.name, () => {
  it.each([
    ['NORTHERN LANTERN CAFE', 'Northern Lantern Cafe'],
    ["MERLIN'S REST", "Merlin's Rest"],
    ['BANK OF THE NORTH', 'Bank of the North'],
    ['THE LOON', 'The Loon'],
    ["MCTAVISH & O'BRIEN LLC", "McTavish & O'Brien LLC"],
    ['WORLD WAR II MUSEUM (EAST)', 'World War II Museum (East)'],
    ['J.R. SMITH BBQ', 'J.R. Smith BBQ'],
    ['TWIN-CITY 4TH ST NE GRILL', 'Twin-City 4th St NE Grill'],
    ['Already Fine', 'Already Fine'],
    ['iPear STORE', 'iPear STORE'],
    ['AB', 'AB'],
  ])('%j → %j', (name, expected) => {
    expect(readableName(name)).toBe(expected);
  });
});
