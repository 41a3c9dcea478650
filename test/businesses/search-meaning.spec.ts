import { insertBusiness, insertCategory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { useDirectory } from '../support/use-directory.ts';

const PIZZERIAS = Array.from({ length: 120 }, (_, i) => ({
  name: `Oven ${String(i).padStart(3, '0')} Pizza`,
  city: 'Minneapolis',
}));

const DIRECTORY = [
  ...PIZZERIAS,
  { name: 'Slip Street Pizza', city: 'Mineapolis' },
  {
    name: 'Jax Lounge',
    city: 'Minneapolis',
    street: '1928 University Ave NE',
    postal_code: '55418',
    county: 'Hennepin',
    phone: '+16123742400',
  },
  { name: 'Hennepin Florist', city: 'Minneapolis', street: '17 1st Ave N', postal_code: '55401' },
  { name: 'Prairie Tulips', city: 'Winona', street: '1750 Hennepin Avenue', postal_code: '55987' },
  { name: 'Tulip 55401', city: 'Winona', street: '55401 Main St' },
  { name: "Matt's Bar", city: 'Duluth', county: 'Saint Louis' },
  { name: 'Kakabika Mead', city: 'Park Rapids', county: 'Hubbard' },
  { name: 'Walleye Outfitters', city: 'Baudette', county: 'Lake of the Woods' },
  { name: 'Baraka Grocery', city: 'Duluth', county: 'Saint Louis' },
  { name: 'Lakes Food Store', city: 'Duluth', county: 'Saint Louis' },
  { name: 'Best Buy', city: 'Rochester' },
  { name: 'SuperAmerica', city: 'Rochester' },
  { name: 'Seward Co-op', city: 'Rochester' },
  { name: 'Mall of America', city: 'Bloomington' },
  { name: 'Paul Street Books', city: 'Ely' },
  { name: 'St. Paul Saints Shop', city: 'Saint Paul' },
  { name: 'Saint Paul Brewing', city: 'St. Paul', categories: ['breweries'] },
  { name: 'Hutch Pizza Works', city: 'Hutchinson' },
  { name: 'Downtown Dental', city: 'Mankato' },
  { name: 'Zumbro Canoe Rental', city: 'Zumbrota', description: 'Canoe trips on the river.' },
  { name: 'River Canoe Repair', city: 'Red Wing' },
  { name: 'Dunn Brothers Roastery', city: 'Ely' },
  { name: 'Iron Range Hospital', city: 'Virginia' },
  { name: 'Café Le Nord', city: 'Virginia' },
  { name: 'Taconite Restaurant', city: 'Virginia' },
  { name: 'Otter Pet Clinic and Veterinary', city: 'Winona' },
  { name: 'Carlton Exam Station', city: 'Carlton' },
  { name: 'Boreal Natural Foods', city: 'Bemidji' },
  { name: 'Agate Jeweler', city: 'Ely' },
  { name: 'Joyería Luna', city: 'Ely' },
  { name: 'Zumbro Valley Hospital', city: 'Rochester', postal_code: '55902' },
];

describe('a search', () => {
  const { pool, api } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'breweries', 'Breweries');
    for (const business of DIRECTORY) await insertBusiness(pool, business);
  });

  const ask = async (q: string, more = '') => {
    const parameters = `q=${encodeURIComponent(q)}${more}`;
    const { body } = await api(`businesses?${parameters}`);
    return {
      names: body.data.map(({ name }: { name: string }) => name) as string[],
      total: body.pagination.total as number,
      search: body.search as { corrected: string | null },
    };
  };

  it.each([
    ['1928 university avenue northeast', 'Jax Lounge'],
    ['612-374-2400', 'Jax Lounge'],
    ['374-2400', 'Jax Lounge'],
    ['dunn bros', 'Dunn Brothers Roastery'],
    ['55418-1234', 'Jax Lounge'],
    ['lounge near 55418', 'Jax Lounge'],
    ['lounge zip code 55418', 'Jax Lounge'],
    ['lounge hennepin county', 'Jax Lounge'],
    ['hubbard', 'Kakabika Mead'],
    ['lake of the woods county', 'Walleye Outfitters'],
    ['55401', 'Hennepin Florist'],
    ['Minneapolis, MN 55401', 'Hennepin Florist'],
    ['MOA', 'Mall of America'],
    ['bestbuy', 'Best Buy'],
    ['best buy', 'Best Buy'],
    ['super america', 'SuperAmerica'],
    ['coop', 'Seward Co-op'],
    ['co-op', 'Seward Co-op'],
    ['downtown', 'Downtown Dental'],
    ['dental open now', 'Downtown Dental'],
    ['dental open 24/7', 'Downtown Dental'],
    ['24 hour dental', 'Downtown Dental'],
    ['dental 24 horas', 'Downtown Dental'],
    ['I need a canoe to rent tonight in zumbrota', 'Zumbro Canoe Rental'],
    ['cerveceria', 'Saint Paul Brewing'],
    ['craft beer', 'Saint Paul Brewing'],
    ['FLORISTERIAS minneapolis', 'Hennepin Florist'],
    ['💍', 'Agate Jeweler'],
    ['vet', 'Otter Pet Clinic and Veterinary'],
    ['DMV', 'Carlton Exam Station'],
    ['gluten free', 'Boreal Natural Foods'],
    ['florist💐\uFE0F', 'Hennepin Florist'],
  ])('for %p finds only %p', async (q, name) => {
    expect((await ask(q)).names).toEqual([name]);
  });

  it.each(['emergency room', 'ER'])('for %p finds hospitals', async (q) => {
    expect((await ask(q)).names).toEqual(['Iron Range Hospital', 'Zumbro Valley Hospital']);
  });

  it('for a category in Spanish also finds names with the Spanish word', async () => {
    expect(await ask('joyería')).toMatchObject({
      names: ['Joyería Luna', 'Agate Jeweler'],
      search: { corrected: null },
    });
  });

  it('finds an address by house number and street', async () => {
    expect((await ask('1750 Hennepin Ave')).names[0]).toBe('Prairie Tulips');
  });

  it('ranks whole words before prefixes', async () => {
    expect((await ask('bar')).names).toEqual(["Matt's Bar", 'Baraka Grocery']);
  });

  it('matches prefixes, including words continued by digits and new words', async () => {
    expect((await ask('canoe ren')).names).toEqual(['Zumbro Canoe Rental']);
    expect((await ask('tabern')).total).toBe(0);
    const id = await insertBusiness(pool, { name: 'Taberna54', city: 'Ely' });
    await eventually(async () => (await ask('tabern')).names[0] === 'Taberna54');
    await pool.query('DELETE FROM businesses WHERE id = $1', [id]);
    await eventually(async () => (await ask('tabern')).total === 0);
  });

  it.each(['Saint Paul', 'st paul'])('reads %p as the city', async (q) => {
    const { names } = await ask(q);
    expect(names).toEqual(['Saint Paul Brewing', 'St. Paul Saints Shop']);
  });

  it('reports corrections, judged by how many businesses have a word', async () => {
    const slip = await ask('Mineapolis  pizza!', '&limit=100');
    expect(slip).toMatchObject({ total: 121, search: { corrected: 'minneapolis pizza' } });
    expect((await ask('minnaepolis pizza')).search).toEqual({ corrected: 'minneapolis pizza' });
    expect((await ask('bestbuy rochester')).search).toEqual({ corrected: 'best buy rochester' });
  });

  it('returns for a misspelled word the list of the right one, synonyms included', async () => {
    const right = await ask('grocery');
    expect(right.names).toEqual(['Baraka Grocery', 'Lakes Food Store']);
    for (const slip of ['grocry', 'grocries']) {
      expect(await ask(slip)).toEqual({ ...right, search: { corrected: 'grocery' } });
    }
  });

  it.each([
    ['jewlery', 'jeweler'],
    ['restraunt', 'restaurant'],
  ])('returns for %p the list of %p', async (slip, right) => {
    expect(await ask(slip)).toEqual({ ...(await ask(right)), search: { corrected: right } });
  });

  it('corrects four words of a search, unknown ones first', async () => {
    const five = await ask('zumbrxo canxe rxntal zumbrxta rivxr');
    expect(five.search).toEqual({ corrected: 'zumbro canoe rental zumbrota' });
    const fourAndRare = await ask('rental zumbrxo canxe zumbrxta rivxr');
    expect(fourAndRare.search).toEqual({ corrected: 'rental zumbro canoe zumbrota river' });
  });

  it('reports nothing for an unchanged search, or without one', async () => {
    expect((await ask('Minneapolis Pizza')).search).toEqual({ corrected: null });
    expect((await ask('minneap piz')).search).toEqual({ corrected: null });
    const { body } = await api('businesses');
    expect(body).not.toHaveProperty('search');
  });

  it('ignores words that describe no particular business', async () => {
    const all = (await ask('pizza')).total;
    for (const q of ['pizza near me', 'pizza open now', 'best pizza', 'pizza in minnesota']) {
      expect((await ask(q)).total).toBe(all);
    }
    for (const q of ['near me', 'mn', 'best in mn']) {
      expect(await ask(q)).toMatchObject({ total: DIRECTORY.length, search: { corrected: null } });
    }
  });

  it('ignores emoji and other symbols without a meaning', async () => {
    expect(await ask('🦖 pizza')).toEqual(await ask('pizza'));
    expect(await ask('• zumbrota')).toEqual(await ask('zumbrota'));
    expect((await ask('🦖')).total).toBe(0);
    expect((await ask('•')).total).toBe(0);
  });

  it('adds partial matches after full ones when few match fully, rare words first', async () => {
    expect((await ask('zumbro canoe trips')).names).toEqual(['Zumbro Canoe Rental']);
    expect((await ask('red wing canoe')).names[0]).toBe('River Canoe Repair');
    const { names } = await ask('pizza hutchinson works');
    expect(names[0]).toBe('Hutch Pizza Works');
    expect((await ask('canoe bloomington')).names).toEqual([
      'River Canoe Repair',
      'Zumbro Canoe Rental',
    ]);
  });

  it('shows the businesses with the subject if none has both words', async () => {
    const { names, search } = await ask('canoe pizza', '&limit=1');
    expect(names).toEqual([(await ask('pizza')).names[0]]);
    expect(search).toEqual({ corrected: 'pizza' });
  });

  it.each(['pizza minneapolis', 'red wing canoe'])(
    'for %p finds with a filter what its facet counts',
    async (q) => {
      const { body } = await api(`businesses?q=${q}&facets=city`);
      const counts = body.facets.city.values as { slug: string; count: number }[];
      for (const slug of ['hutchinson', 'minneapolis', 'red-wing', 'zumbrota']) {
        const { total } = await ask(q, `&city=${slug}`);
        expect(total).toBe(counts.find((city) => city.slug === slug)?.count ?? 0);
      }
    },
  );

  it('leaves out unknown words, unless only a place remains', async () => {
    expect(await ask('qqqq wwww canoe')).toMatchObject({
      total: 2,
      search: { corrected: 'canoe' },
    });
    expect(await ask('qqqq red canoe')).toMatchObject({ search: { corrected: 'red canoe' } });
    const nowhere = { total: 0, search: { corrected: null } };
    expect(await ask('qqqq near 55401')).toMatchObject(nowhere);
    expect(await ask('qqqq rochester')).toMatchObject(nowhere);
  });

  it('looks elsewhere for what a ZIP code lacks, in its city first, and says so', async () => {
    expect(await ask('ER near 55901')).toMatchObject({
      names: ['Zumbro Valley Hospital', 'Iron Range Hospital'],
      search: { corrected: 'er' },
    });
  });

  it('reads the name of a county that no business has as the county, and says so', async () => {
    expect((await ask('hubbard')).search).toEqual({ corrected: 'hubbard county' });
  });

  it('corrects two words only if a business has both', async () => {
    expect((await ask('zumbrxo canxe')).search.corrected).toBe('zumbro canoe');
    expect(await ask('zumbrxo dentxl')).toMatchObject({ total: 0, search: { corrected: null } });
  });

  it('returns the same results in any order', async () => {
    const byRelevance = await ask('canoe bloomington');
    const byName = await ask('canoe bloomington', '&sort=name');
    expect([...byName.names].sort()).toEqual([...byRelevance.names].sort());
    const nearest = await ask('canoe bloomington', '&sort=distance&latitude=44.5&longitude=-92.5');
    expect([...nearest.names].sort()).toEqual([...byRelevance.names].sort());
  });

  it('drops partial matches once the directory has enough full ones', async () => {
    const byName = async () => (await ask('glass kayaks', '&sort=name')).names.join();
    const glass = [0, 1, 2, 3, 4].map((i) => `Glass Kayaks ${i}`);
    const four = glass.slice(0, 4);
    expect(await byName()).toBe('');
    const others = ['Glass Ahoy', 'Kayaks Ahoy', 'Kayaks Again', 'Kayaks Aloft'];
    await insertBusiness(pool, { name: 'Glass Kayaks closed', status: 'closed' });
    for (const name of [...four, ...others]) await insertBusiness(pool, { name });
    await eventually(async () => (await byName()) === ['Glass Ahoy', ...four].join());
    expect((await ask('glass kayaks')).names).toEqual([...four, 'Glass Ahoy']);
    await insertBusiness(pool, { name: glass[4]! });
    await eventually(async () => (await byName()) === glass.join());
  });
});
