import { tallyPlaces } from './place-tally.js';

describe(tallyPlaces.name, () => {
  it('calls a place what most of its businesses call it, and says where most of them are', () => {
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

  it('takes the first of the alphabet of what is equally frequent', () => {
    const [place] = tallyPlaces([
      { slug: 'ely', names: ['Ely', 'Lake'], businesses: 1 },
      { slug: 'ely', names: ['ELY', 'Cook'], businesses: 1 },
    ]);
    expect(place!.names).toEqual(['ELY', 'Cook']);
  });

  it('leaves out businesses without a place', () => {
    expect(tallyPlaces([{ slug: null, names: [null], businesses: 9 }])).toEqual([]);
    expect(tallyPlaces([{ slug: '', names: ['?'], businesses: 9 }])).toEqual([]);
  });
});
