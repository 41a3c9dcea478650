import { fromMercator, MAX_LATITUDE, toMercator, worldSize } from './mercator.js';

describe(toMercator.name, () => {
  it.each([
    ['the middle of the square', { latitude: 0, longitude: 0 }, { x: 0.5, y: 0.5 }],
    ['its north-western corner', { latitude: MAX_LATITUDE, longitude: -180 }, { x: 0, y: 0 }],
    ['its south-eastern corner', { latitude: -MAX_LATITUDE, longitude: 180 }, { x: 1, y: 1 }],
    ['its edge, for the pole', { latitude: 90, longitude: 0 }, { x: 0.5, y: 0 }],
  ])('gives %s', (_, place, { x, y }) => {
    expect(toMercator(place).x).toBeCloseTo(x, 9);
    expect(toMercator(place).y).toBeCloseTo(y, 9);
  });

  it('agrees with the tile of zoom 12 that Minneapolis City Hall is on', () => {
    const { x, y } = toMercator({ latitude: 44.9772, longitude: -93.2655 });
    expect([Math.floor(x * 2 ** 12), Math.floor(y * 2 ** 12)]).toEqual([986, 1473]);
  });

  it('is undone by fromMercator', () => {
    const place = { latitude: 46.7867, longitude: -92.1005 };
    const again = fromMercator(toMercator(place));
    expect(again.latitude).toBeCloseTo(place.latitude, 9);
    expect(again.longitude).toBeCloseTo(place.longitude, 9);
  });
});

describe(worldSize.name, () => {
  it('doubles with each zoom', () => {
    expect([0, 1, 19].map(worldSize)).toEqual([256, 512, 256 * 2 ** 19]);
  });
});
