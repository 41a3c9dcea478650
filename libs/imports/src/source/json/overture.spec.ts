import { ColumnMapper } from '../../columns/column-map.js';
import { objectRow } from './object-row.js';

const PLACE = {
  id: '08f',
  names: { primary: 'Loon Cafe', common: { fr: 'Café Loon' } },
  categories: { primary: 'coffee_shop', alternate: ['cafe'] },
  operating_status: 'open',
  addresses: [
    { freeform: '12 E Sheridan St', locality: 'Ely', region: 'US-MN', postcode: '55731' },
    { freeform: 'Somewhere else' },
  ],
  phones: ['+12185550101', '+12185550102'],
  websites: ['https://loon.example.com'],
  socials: ['https://www.facebook.com/8421', 'https://x.com/loon', 'https://loon.example.com'],
};
const GEOMETRY = { type: 'Point', coordinates: [-91.867, 47.903] };

describe('an Overture Maps place', () => {
  const record = {
    id: '08f',
    overture: '08f',
    name: 'Loon Cafe',
    category: 'coffee_shop',
    status: 'open',
    street: '12 E Sheridan St',
    city: 'Ely',
    state: 'MN',
    postalCode: '55731',
    phone: '+12185550101',
    website: 'https://loon.example.com',
    facebook: 'https://www.facebook.com/8421',
    twitter: 'https://x.com/loon',
    latitude: '47.903',
    longitude: '-91.867',
  };

  it.each([
    ['a record', { ...PLACE, geometry: GEOMETRY }],
    ['a GeoJSON feature', { type: 'Feature', geometry: GEOMETRY, properties: PLACE }],
  ])('is read as %s', (_, object) => {
    expect(objectRow(1, JSON.stringify(object), new ColumnMapper())).toMatchObject({ record });
  });

  it.each([
    { taxonomy: { primary: 'coffee_shop' }, basic_category: 'cafe' },
    { basic_category: 'coffee_shop' },
  ])('has its category from %j of newer releases', (newer) => {
    const text = JSON.stringify({ ...PLACE, categories: undefined, ...newer });
    expect(objectRow(1, text, new ColumnMapper())).toMatchObject({
      record: { category: 'coffee_shop' },
    });
  });

  it('may lack everything but its name', () => {
    const text = JSON.stringify({ names: { primary: 'Loon Cafe' }, addresses: null, phones: {} });
    expect(objectRow(1, text, new ColumnMapper())).toMatchObject({ record: { name: 'Loon Cafe' } });
  });
});
