import { tallyPlaces } from './place-tally.js';

describe(tallyPlaces.name, () => {
  it('uses the first of equally frequent names in alphabetical order', () => {
    const [place] = tallyPlaces([
      { slug: 'ely', names: ['Ely', 'Lake'], businesses: 1 },
      { slug: 'ely', names: ['ELY', 'Cook'], businesses: 1 },
    ]);
    expect(place!.names).toEqual(['ELY', 'Cook']);
  });
});
