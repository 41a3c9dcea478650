import { repairMojibake } from './mojibake.js';

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
