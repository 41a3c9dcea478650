import { readableName } from './readable-name.js';

describe(readableName.name, () => {
  it.each([
    ['NORTHERN LANTERN CAFE', 'Northern Lantern Cafe'],
    ["MERLIN'S REST", "Merlin's Rest"],
    ['BANK OF THE NORTH', 'Bank of the North'],
    ['THE LOON', 'The Loon'],
    ['SERVICE BAR A', 'Service Bar A'],
    ["MCTAVISH & O'BRIEN LLC", "McTavish & O'Brien LLC"],
    ['WORLD WAR II MUSEUM (EAST)', 'World War II Museum (East)'],
    ['J.R. SMITH BBQ', 'J.R. Smith BBQ'],
    ['TWIN-CITY 4TH ST NE GRILL', 'Twin-City 4th St NE Grill'],
    ['GNC', 'GNC'],
    ["CVS PHARMACY AND GNC'S", "CVS Pharmacy and GNC's"],
    ['AT&T STORE', 'AT&T Store'],
    ['3M COMPANY', '3M Company'],
    ["MCHUGH'S", "McHugh's"],
    ['MCH', 'MCH'],
    ["D'AMICO & SONS", "D'Amico & Sons"],
    ["O'S PLACE", "O's Place"],
    ['JOHN SMITH MD', 'John Smith MD'],
    ['JONES, JR. PLUMBING', 'Jones, Jr. Plumbing'],
    ['MARTIN/WILLIAMS', 'Martin/Williams'],
    ['XI AN NOODLES', 'Xi an Noodles'],
    ['KING GEORGE III LLC', 'King George III LLC'],
    ['LA POSADA DEL SOL', 'La Posada del Sol'],
    ['NIÑO FELIZ', 'Niño Feliz'],
    ['PHỞ SÀI GÒN', 'Phở Sài Gòn'],
    ['12 OAK BLVD STE 4B', '12 Oak Blvd Ste 4B'],
    ['DR. SVENSON DDS', 'Dr. Svenson DDS'],
    ['Already Fine', 'Already Fine'],
    ['iPear STORE', 'iPear STORE'],
    ['AB', 'AB'],
    ['425 7TH ST NW', '425 7th St NW'],
  ])('%j → %j', (name, expected) => {
    expect(readableName(name)).toBe(expected);
  });
});
