import { cleanStreet } from './street.js';

describe(cleanStreet.name, () => {
  it.each([
    ['2005 2nd Ave', { street: '2005 2nd Ave', unit: null }],
    ['3055 Columbia Ave NE Ste 102', { street: '3055 Columbia Ave NE', unit: 'Ste 102' }],
    ['900 2ND AVE S #215', { street: '900 2nd Ave S', unit: '#215' }],
    ['12 Main St, Suite B', { street: '12 Main St', unit: 'Suite B' }],
    ['404 WEST FOUNTAIN STREET', { street: '404 West Fountain Street', unit: null }],
    ['#5', { street: '#5', unit: null }],
  ])('%j → %j', (text, expected) => {
    expect(cleanStreet(text)).toEqual(expected);
  });
});
