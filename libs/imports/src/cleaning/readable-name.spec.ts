import { readableName } from './readable-name.js';

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
