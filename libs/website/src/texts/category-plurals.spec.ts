import { englishPlural, spanishPlural } from './category-plurals.js';

describe(englishPlural.name, () => {
  it.each([
    ['Brewery', 'Breweries'],
    ['Hospital', 'Hospitals'],
    ['Bicycle shop', 'Bicycle shops'],
    ['Church', 'Churches'],
    ['Meat/poultry plant', 'Meat/poultry plants'],
    ['Food and drink', 'Food and drink'],
    ['Breweries', 'Breweries'],
    ['Insurance', 'Insurance'],
  ])('turns %s into %s', (name, plural) => {
    expect(englishPlural(name)).toBe(plural);
  });
});

describe(spanishPlural.name, () => {
  it.each([
    ['Panadería', 'Panaderías'],
    ['Hospital', 'Hospitales'],
    ['Tienda de ropa', 'Tiendas de ropa'],
    ['Taller mecánico', 'Taller mecánico'],
    ['Comida y bebida', 'Comida y bebida'],
  ])('turns %s into %s', (name, plural) => {
    expect(spanishPlural(name)).toBe(plural);
  });
});
