import { mostChanges } from './changes.js';

describe(mostChanges.name, () => {
  it.each([
    [0, 200],
    [10_000, 200],
    [10_050, 201],
    [55_000, 1_100],
    [250_000, 5_000],
    [1_000_000, 5_000],
  ])('applies to a list of %i businesses up to %i changes', (total, most) => {
    expect(mostChanges(total)).toBe(most);
  });
});
