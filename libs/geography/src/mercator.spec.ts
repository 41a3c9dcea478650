import { MAX_LATITUDE, toMercator } from './mercator.js';

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
});
