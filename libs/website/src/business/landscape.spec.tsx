import { render } from 'preact-render-to-string';
import { Landscape, sceneryOf } from './landscape.js';

const PLACES = [
  ['Minneapolis', 44.98, -93.27, 'cities'],
  ['Saint Paul', 44.95, -93.09, 'cities'],
  ['Duluth', 46.79, -92.1, 'shore'],
  ['Grand Marais', 47.75, -90.33, 'shore'],
  ['Winona', 44.05, -91.64, 'bluffs'],
  ['Marshall', 44.45, -95.79, 'prairie'],
  ['Moorhead', 46.87, -96.77, 'prairie'],
  ['Brainerd', 46.36, -94.2, 'lakes'],
] as const;

describe(Landscape.name, () => {
  it.each(PLACES)('shows the region of %s', (_name, latitude, longitude, scenery) => {
    expect(sceneryOf({ latitude, longitude })).toBe(scenery);
  });

  it.each(PLACES)('takes less than 6 KB in %s', (_name, latitude, longitude) => {
    const svg = render(<Landscape latitude={latitude} longitude={longitude} />);
    expect(svg.length).toBeLessThan(6 * 1024);
    expect(svg).not.toMatch(/NaN|undefined/);
  });

  it('is the same for a place each time, and another for another place', () => {
    const [first, again, other] = [44.05, 44.05, 44.06].map((latitude) =>
      render(<Landscape latitude={latitude} longitude={-91.64} />),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
