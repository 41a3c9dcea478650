import { distance } from './distance.js';

it(`${distance.name} is accurate to half a percent`, () => {
  const duluth = { latitude: 46.7867, longitude: -92.1005 };
  const rochester = { latitude: 44.0121, longitude: -92.4802 };
  expect(distance(duluth, rochester) / 309_900).toBeCloseTo(1, 2);
});
