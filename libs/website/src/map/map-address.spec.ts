import { mapAddress, readPosition } from './map-address.js';

describe(readPosition.name, () => {
  it.each<[Record<string, unknown>, ReturnType<typeof readPosition>]>([
    [{}, undefined],
    [{ lat: '46.8' }, undefined],
    [{ lat: 'x', lon: '-92' }, undefined],
    [{ lat: ['46.8', '47'], lon: '-92' }, undefined],
    [
      { lat: '46.8', lon: '-92.1' },
      { latitude: 46.8, longitude: -92.1, zoom: 12 },
    ],
    [
      { lat: '46.8', lon: '-92.1', z: '9.5' },
      { latitude: 46.8, longitude: -92.1, zoom: 9.5 },
    ],
    [
      { lat: '-90', lon: '170', z: '99' },
      { latitude: 43.46, longitude: -89.45, zoom: 18 },
    ],
  ])('reads %j', (query, position) => {
    expect(readPosition(query)).toEqual(position);
  });
});

describe(mapAddress.name, () => {
  const duluth = { latitude: 46.786712345, longitude: -92.100498765, zoom: 6.6154 };

  it('rounds the position to the precision of the zoom', () => {
    expect(mapAddress('/map', {}, duluth)).toBe('/map?lat=46.787&lon=-92.1&z=6.62');
    expect(mapAddress('/map', {}, { ...duluth, zoom: 18 })).toBe(
      '/map?lat=46.786712&lon=-92.100499&z=18',
    );
  });

  it('keeps the search', () => {
    expect(mapAddress('/map', { q: 'coffee', open: 'now' }, duluth)).toBe(
      '/map?q=coffee&open=now&lat=46.787&lon=-92.1&z=6.62',
    );
    expect(mapAddress('/map', { category: ['cafes'] })).toBe('/map?category=cafes');
  });
});
