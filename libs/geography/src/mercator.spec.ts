import { fromMercator, MAX_LATITUDE, toMercator, worldSize } from './mercator.js';

describe(toMercator.name, () => {
  it.each([
    ['the center of the square', { latitude: 0, longitude: 0 }, { x: 0.5, y: 0.5 }],
    ['its northwestern corner', { latitude: MAX_LATITUDE, longitude: -180 }, { x: 0, y: 0 }],
    ['its southeastern corner', { latitude: -MAX_LATITUDE, longitude: 180 }, { x: 1, y: 1 }],
    ['its edge for the pole', { latitude: 90, longitude: 0 }, { x: 0.5, y: 0 }],
  ])('returns %s', (_, place, { x, y }) => {
    expect(toMercator(place).x).toBeCloseTo(x, 9);
    expect(toMercator(place).y).toBeCloseTo(y, 9);
  });

  it('matches the zoom 12 tile of Minneapolis City Hall', () => {
    const { x, y } = toMercator({ latitude: 44.9772, longitude: -93.2655 });
    expect([Math.floor(x * 2 ** 12), Math.floor(y * 2 ** 12)]).toEqual([986, 1473]);
  });

  it('is reversed by fromMercator', () => {
    const place = { latitude: 46.7867, longitude: -92.1005 };
    const again = fromMercator(toMercator(place));
    expect(again.latitude).toBeCloseTo(place.latitude, 9);
    expect(again.longitude).toBeCloseTo(place.longitude, 9);
  });
});

describe(worldSize.name, () => {
  it('doubles with each zoom level', () => {
    expect([0, 1, 19].map(worldSize)).toEqual([256, 512, 256 * 2 ** 19]);
  });
});
