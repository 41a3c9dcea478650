import { cleanCategories } from './categories.js';

describe(cleanCategories.name, () => {
  it.each([
    ['Bakery; Cafe | bakery;Bakery', ['Bakery', 'Cafe']],
    ['food establishment', ['Food establishment']],
    ['brewery:micro', ['Brewery', 'Brewery: micro']],
    ['museum:GENERAL MUSEUM', ['Museum', 'Museum: general museum']],
    ['meat/poultry plant', ['Meat/poultry plant']],
    ['Agriculture, Forestry', ['Agriculture, Forestry']],
    [';:|', []],
  ])('%j → %j', (text, expected) => {
    expect(cleanCategories(text)).toEqual(expected);
  });

  it('drops values that are not names', () => {
    expect(cleanCategories('x'.repeat(81))).toEqual([]);
  });
});
