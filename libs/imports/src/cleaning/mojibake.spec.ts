import { hasLostLetters, repairMojibake } from './mojibake.js';

describe(repairMojibake.name, () => {
  it.each([
    ['CafÃ© Olé'.replace('é', 'Ã©'), 'Café Olé'],
    ['Merlinâ€™s Rest', 'Merlin’s Rest'],
    ['Café', 'Café'],
    ['Señor Æbleskiver', 'Señor Æbleskiver'],
    ['CafÃ© 北京', 'Café 北京'],
    ['CafÃƒÂ© Twice', 'Café Twice'],
    ['PhÃ¡Â»Å¸', 'Phở'],
    ['Ã\u0081rbol', 'Árbol'],
    ['VoilÃ\u00a0 Bistro', 'Voilà Bistro'],
    ['JOSÉ’S', 'JOSÉ’S'],
    ['Ängström Tschüß', 'Ängström Tschüß'],
    ['plain', 'plain'],
  ])('%j → %j', (text, expected) => {
    expect(repairMojibake(text)).toBe(expected);
  });
});

describe(hasLostLetters.name, () => {
  it.each([
    ['Caf\ufffd', true],
    ['Ã\u0081', true],
    ['Café Ãlan', false],
  ])('%j: %j', (text, expected) => {
    expect(hasLostLetters(text)).toBe(expected);
  });
});
