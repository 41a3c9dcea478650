import { tallyPlaces } from './place-tally.js';

describe(tallyPlaces.name, () => {
  it('uses the most frequent spelling and county of each place', () => {
    const places = tallyPlaces([
      { slug: 'saint-paul', names: ['St. Paul', 'Ramsey'], businesses: 3 },
      { slug: 'saint-paul', names: ['Saint Paul', 'Ramsey'], businesses: 2 },
      { slug: 'saint-paul', names: ['Saint Paul', 'Dakota'], businesses: 2 },
      { slug: 'ada', names: ['Ada', null], businesses: 1 },
    ]);
    expect(places).toEqual([
      { slug: 'ada', names: ['Ada', null], businesses: 1 },
      { slug: 'saint-paul', names: ['Saint Paul', 'Ramsey'], businesses: 7 },
    ]);
  });

  it('uses the first of equally frequent names in alphabetical order', () => {
    const [place] = tallyPlaces([
      { slug: 'ely', names: ['Ely', 'Lake'], businesses: 1 },
      { slug: 'ely', names: ['ELY', 'Cook'], businesses: 1 },
    ]);
    expect(place!.names).toEqual(['ELY', 'Cook']);
  });

  it('omits businesses without a place', () => {
    expect(tallyPlaces([{ slug: null, names: [null], businesses: 9 }])).toEqual([]);
    expect(tallyPlaces([{ slug: '', names: ['?'], businesses: 9 }])).toEqual([]);
  });
});
