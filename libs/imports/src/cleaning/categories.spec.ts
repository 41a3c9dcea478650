import { cleanCategories } from './categories.js';

describe(cleanCategories.name, () => {
  it.each([
    ['Bakery; Cafe | bakery;Bakery', ['Bakery', 'Cafe']],
    ['food establishment', ['Food establishment']],
    ['brewery:micro', ['Brewery', 'Brewery: micro']],
    ['museum:GENERAL MUSEUM', ['Museum', 'Museum: general museum']],
    ['meat/poultry plant', ['Meat/poultry plant']],
    ['Agriculture, Forestry', ['Agriculture, Forestry']],
    ['Brewery: Micro', ['Brewery', 'Brewery: Micro']],
    ["['Bakery', 'Cafe']", ['Bakery', 'Cafe']],
    ['{Bakery,"Cafe"}', ['Bakery', 'Cafe']],
    ['Bakery > Cupcakes', ['Bakery', 'Bakery: Cupcakes']],
    ['722511', ['Restaurant']],
    ['445131', ['Convenience store']],
    ['999999', ['999999']],
    ['shop=books', ['Bookstore']],
    ['amenity=cafe;shop=bakery', ['Cafe', 'Bakery']],
    ['shop=yes', ['Shop']],
    ['https://schema.org/AutoRepair', ['Auto repair']],
    ['coffee_shop', ['Coffee shop']],
    [';:|', []],
    ['N/A; Cafe: none | -', ['Cafe']],
    ['["Cafe", "Unknown"]', ['Cafe']],
  ])('%j → %j', (text, expected) => {
    expect(cleanCategories(text).value).toEqual(expected);
  });

  it.each([
    ['GENERAL ACUTE CARE', '622110', ['Hospital', 'Hospital: general acute care']],
    ['Hospital', '622110', ['Hospital']],
    ['Bakery', '722515', ['Bakery']],
    ['hospital: children', '622110', ['Hospital', 'Hospital: children']],
    ['', '622110', ['Hospital']],
    ['Steakhouse', '999999', ['Steakhouse']],
  ])('places %j of the industry %s', (text, naics, expected) => {
    expect(cleanCategories(text, naics).value).toEqual(expected);
  });
});
