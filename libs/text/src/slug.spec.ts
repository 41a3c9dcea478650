import { slugify } from './identifiers.js';

describe(slugify.name, () => {
  it.each([
    [['Café Olé', 'Saint Paul'], 'cafe-ole-saint-paul'],
    [['Phở Đức & Søren’s Æbleskiver', null], 'pho-duc-and-sorens-aebleskiver'],
    [["Merlin's Rest", 'Minneapolis'], 'merlins-rest-minneapolis'],
    [['Fish & Chips', null], 'fish-and-chips'],
    [['  --  ', null], ''],
    [['北京', 'Duluth'], 'duluth'],
    [['a'.repeat(79) + ' b'], 'a'.repeat(79)],
  ])('turns %j into "%s"', (parts, slug) => {
    expect(slugify(...parts)).toBe(slug);
  });
});
