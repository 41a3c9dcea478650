import type { SearchTerms, TypedWord } from './search-terms.js';
import { buildSearch } from './build-search.js';

/** Builds a word that 30 businesses have by default. */
function word(text: string, more: Partial<TypedWord> = {}): TypedWord {
  const businesses = more.businesses ?? 30;
  return {
    word: text,
    stem: text,
    businesses,
    longer: [],
    similar: null,
    halves: null,
    joined: 0,
    ...more,
  };
}

const unknown = (text: string, more: Partial<TypedWord> = {}) =>
  word(text, { businesses: 0, ...more });
const like = (text: string, businesses: number, slips: number) => ({
  word: text,
  stem: text,
  businesses,
  slips,
});

function build(words: TypedWord[], more: Partial<SearchTerms> = {}) {
  const folded = words.map(({ word }) => word).join(' ');
  return buildSearch({ folded, words, phrases: [], cities: [], ...more });
}

describe(buildSearch.name, () => {
  describe('corrects typos', () => {
    it('to the most likely word: many businesses, few edits and the same first letter', () => {
      const read = (similar: TypedWord['similar']) =>
        build([unknown('bakary', { similar })]).corrected;
      expect(read([like('bakery', 40, 1), like('bakers', 400, 2)])).toBe('bakery');
      expect(read([like('bakery', 40, 1), like('bakeri', 41, 1)])).toBe('bakeri');
      expect(read([like('bakery', 40, 1), like('takery', 390, 1)])).toBe('bakery');
      expect(read([like('bakery', 40, 1), like('takery', 410, 1)])).toBe('takery');
    });

    it('to a word instead of its stem, unless the stem is the more frequent word', () => {
      const read = (typed: string, stem: string, businesses: number, right: string) => {
        const similar = [like(stem, 40, 1), { ...like(right, businesses, 1), stem }];
        return build([unknown(typed, { similar })]).corrected;
      };
      expect(read('cofee', 'coffe', 40, 'coffee')).toBe('coffee');
      expect(read('hardwear', 'hardwar', 21, 'hardware')).toBe('hardware');
      expect(read('shos', 'shop', 20, 'shops')).toBe('shop');
    });

    it('but replaces the first letter of long words only', () => {
      const read = (typed: string, right: string) =>
        build([unknown(typed, { similar: [like(right, 400, 1)] })]).corrected;
      expect(read('ninos', 'dinos')).toBeNull();
      expect(read('izza', 'pizza')).toBe('pizza');
      expect(read('gharmacy', 'pharmacy')).toBe('pharmacy');
    });

    it('in a known word only if the correction is a hundred times as frequent', () => {
      const read = (typed: string, times: number) =>
        build([word(typed, { businesses: 2, similar: [like(`${typed}s`, 2 * times, 1)] })]);
      expect(read('mineapoli', 99).corrected).toBeNull();
      expect(read('mineapoli', 100).corrected).toBe('mineapolis');
      expect(read('mineapoli', 100).all).toContain("'mineapoli'");
      expect(read('graze', 1000).corrected).toBeNull();
      expect(read('grazed', 1000).corrected).toBe('grazeds');
      const similar = [like('parking', 2000, 2)];
      expect(build([word('perkins', { businesses: 2, similar })]).corrected).toBeNull();
    });

    it('by splitting a compound, unless one edit explains the word', () => {
      const halves: TypedWord['halves'] = [word('best'), word('buy')];
      expect(build([unknown('bestbuy', { halves })]).corrected).toBe('best buy');
      const similar = [like('bestboy', 9, 1)];
      expect(build([unknown('bestbuy', { halves, similar })]).corrected).toBe('bestboy');
      const farther = [like('bestfoy', 900, 2)];
      expect(build([unknown('bestbuy', { halves, similar: farther })]).corrected).toBe('best buy');
      const chance: TypedWord['halves'] = [word('to', { stem: null }), word('wing')];
      expect(build([unknown('towing', { halves: chance })]).corrected).toBeNull();
      const scraps: TypedWord['halves'] = [word('hospit'), word('le')];
      const whole = [like('hospital', 9, 2)];
      expect(build([unknown('hospitle', { halves: scraps, similar: whole })]).corrected).toBe(
        'hospital',
      );
    });
  });

  describe('allows for missing words', () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => word(`w${'abcdefgh'[i]}`, { businesses: 10 + i }));

    it('requires the rarer of two words, and the subject rather than the place', () => {
      const pizza = word('pizza', { businesses: 500 });
      const rare = word('zumbro', { businesses: 2 });
      expect(build([pizza, rare]).most?.query).toContain('zumbro');
      expect(build([pizza, rare]).most?.query).not.toContain('pizza');
      const cities = [{ from: 1, to: 2, slug: 'zumbro' }];
      expect(build([pizza, rare], { cities }).most?.query).not.toContain('zumbro');
    });

    it('requires a word as typed rather than a correction, which may be wrong', () => {
      const coffee = word('coffee', { businesses: 500 });
      const wifi = unknown('wifi', { similar: [like('wife', 2, 1)] });
      expect(build([wifi, coffee]).most?.alone?.corrected).toBe('coffee');
      const words = [word('wife', { businesses: 2 }), coffee];
      const corrected = { folded: 'wife coffee', words, phrases: [], cities: [] };
      expect(buildSearch(corrected, [wifi, coffee]).most?.alone?.corrected).toBe('coffee');
    });

    it('matches the same businesses as a search for that word alone', () => {
      const rare = word('zumb', { businesses: 2, longer: ['zumbro'] });
      const { most } = build([rare, word('pizza')]);
      expect(most?.alone).toEqual({ ...build([rare]), corrected: 'zumb' });
      expect(most?.query).toBe(most?.alone?.all);
    });

    it('accepts any two of three words', () => {
      const { most } = build(words(3));
      expect(most?.query.match(/\) \| \(/g)).toHaveLength(2);
    });

    it('limits the number of combinations, however many words there are', () => {
      const twelve = Array.from({ length: 12 }, (_, i) => word(`w${String.fromCharCode(97 + i)}`));
      expect(build(twelve).most!.query.length).toBeLessThan(5_000);
    });
  });

  describe('recognizes places', () => {
    const cities = [{ from: 1, to: 2, slug: 'duluth' }];

    it('prefers a city named together with something else or with the state', () => {
      expect(build([word('bakery'), word('duluth')], { cities }).city).toBe('duluth');
      const alone = [{ ...cities[0]!, from: 0, to: 1 }];
      expect(build([word('duluth')], { cities: alone }).city).toBeNull();
      expect(build([word('duluth'), word('mn')], { cities: alone }).city).toBe('duluth');
    });

    it('reads "st" according to its position', () => {
      const reads = (words: TypedWord[], more = {}) => build(words, more).all;
      expect(reads([word('st'), word('croix')])).toContain("'saint'");
      expect(reads([word('st'), word('croix')])).not.toContain("'st'");
      expect(reads([word('main'), word('st')])).toContain("'street'");
      expect(reads([word('5th'), word('st'), word('grill')])).not.toContain("'saint'");
      const both = reads([word('main'), word('st'), word('grill')]);
      expect(both).toContain("'saint'");
      expect(both).toContain("'street'");
    });
  });

  it('does not correct the verb of a question', () => {
    const speaks = unknown('speaks', { similar: [like('steaks', 400, 1)] });
    const { all, corrected } = build([word('dentist'), speaks, word('spanish')]);
    expect({ all, corrected }).toEqual({
      all: build([word('dentist'), word('spanish')]).all,
      corrected: null,
    });
  });

  it('finds known synonyms and skips unknown ones', () => {
    const phrases: SearchTerms['phrases'] = [
      { from: 0, to: 2, meanings: [[word('fuel')], [word('bp'), unknown('filling')]] },
    ];
    const { all, better } = build([word('gas'), word('station')], { phrases });
    expect(all).toContain("'fuel'");
    expect(all).not.toContain("'bp'");
    expect(better[0]).not.toContain("'fuel'");
    expect(build([unknown('gas'), unknown('station')], { phrases }).corrected).toBeNull();
  });

  it('treats a short known word as a prefix only at the end', () => {
    const bar = word('bar', { longer: ['barber'] });
    const grill = word('grill');
    expect(build([bar, grill]).all).not.toContain('barber');
    expect(build([grill, bar]).all).toContain("'barber'");
    expect(build([word('barb', { longer: ['barber'] }), grill]).all).toContain("'barber'");
    expect(build([unknown('ba', { longer: ['barber'] }), grill]).all).toContain("'barber'");
  });

  it('matches any word with the prefix if there are too many longer words', () => {
    expect(build([word('bar', { longer: null })]).all).toBe("((('bar':*)))");
    expect(build([word('bars', { stem: 'bar', longer: null })]).all).toBe("((('bar' | 'bars':*)))");
  });

  it('escapes quotes and backslashes in words', () => {
    expect(build([word("o'b\\")]).all).toContain("'o''b\\\\'");
  });
});
