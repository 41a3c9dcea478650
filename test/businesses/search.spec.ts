import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';

const DIRECTORY = [
  { name: 'Café Luna', city: 'Saint Paul', categories: ['cafes'] },
  { name: 'Prairie Rose Bakery', city: 'St. Paul', categories: ['bakeries'] },
  { name: "O'Malley's Hardware", city: 'Duluth', categories: ['hardware'] },
  { name: 'Duluth Harbor Tours', city: 'Two Harbors' },
  { name: 'North Shore Brewery', city: 'Duluth', categories: ['breweries'] },
  { name: 'Minneapolis Book Exchange', city: 'Minneapolis' },
  { name: 'Fort Snelling Gifts', city: 'Minneapolis' },
  { name: 'Main Street Barbers', city: 'Mankato' },
  { name: 'The Loon', city: 'Brainerd', description: 'Pickled herring and a view of the lake.' },
  { name: 'Loon Lake Outfitters', city: 'Ely' },
  { name: 'Ångström Optics', city: 'Rochester' },
  { name: 'Saint Croix Boat Works', city: 'Stillwater' },
  { name: 'Zelda & Sons Plumbing', city: 'Bemidji', categories: ['plumbers'] },
  { name: 'Closed Cafe', city: 'Saint Paul', status: 'closed', categories: ['cafes'] },
];

/** Searches and the business that must come first. */
const SEARCHES: [string, string][] = [
  ['cafe', 'Café Luna'],
  ['CAFÉ LUNA', 'Café Luna'],
  ['luna cafe', 'Café Luna'],
  ['caf', 'Café Luna'],
  ['cafw', 'Café Luna'],
  ['bakery st paul', 'Prairie Rose Bakery'],
  ['bakery saint paul', 'Prairie Rose Bakery'],
  ['bakeries', 'Prairie Rose Bakery'],
  ['prarie rose', 'Prairie Rose Bakery'],
  ['prairie rsoe', 'Prairie Rose Bakery'],
  ['omalleys', "O'Malley's Hardware"],
  ["o'malley", "O'Malley's Hardware"],
  ['O’Malley’s', "O'Malley's Hardware"],
  ['omaleys', "O'Malley's Hardware"],
  ['duluth', 'Duluth Harbor Tours'],
  ['duluht', 'Duluth Harbor Tours'],
  ['brewery duluth', 'North Shore Brewery'],
  ['breweries in duluth', 'North Shore Brewery'],
  ['ft snelling', 'Fort Snelling Gifts'],
  ['main st', 'Main Street Barbers'],
  ['main str', 'Main Street Barbers'],
  ['the loon', 'The Loon'],
  ['loon', 'Loon Lake Outfitters'],
  ['herring', 'The Loon'],
  ['angstrom', 'Ångström Optics'],
  ['st croix', 'Saint Croix Boat Works'],
  ['sai croix', 'Saint Croix Boat Works'],
  ['zelda and sons', 'Zelda & Sons Plumbing'],
  ['plumber bemidji', 'Zelda & Sons Plumbing'],
];

describe('searching with q', () => {
  const { pool, names } = useDirectory();

  beforeAll(async () => {
    await insertCategory(pool, 'cafes', 'Cafés');
    await insertCategory(pool, 'bakeries', 'Bakeries');
    await insertCategory(pool, 'breweries', 'Breweries');
    await insertCategory(pool, 'hardware', 'Hardware stores');
    await insertCategory(pool, 'plumbers', 'Plumbers');
    for (const business of DIRECTORY) await insertBusiness(pool, business);
  });

  const search = (q: string, more = '') => names(`q=${encodeURIComponent(q)}${more}`);

  it.each(SEARCHES)('for %p finds %p first', async (q, name) => {
    expect((await search(q))[0]).toBe(name);
  });

  it.each(['zzzzz', 'duluth', '!!!', '&|!:*()', '"; DROP TABLE businesses', '💥', '\u3000'])(
    'finds nothing for %p without failing',
    async (q) => {
      expect(await search(`${q} xyzzyx`)).toEqual([]);
    },
  );

  it('follows changes of name, city and categories', async () => {
    const id = await insertBusiness(pool, { name: 'Kestrel Cycles', city: 'Winona' });
    await pool.query(
      `UPDATE businesses SET name = 'Osprey Cycles', city = 'Hibbing' WHERE id = $1`,
      [id],
    );
    await pool.query(
      `INSERT INTO business_categories SELECT $1, id FROM categories WHERE slug = 'hardware'`,
      [id],
    );
    expect(await search('kestrel')).toEqual([]);
    expect(await search('osprey hibbing hardware')).toEqual(['Osprey Cycles']);

    await pool.query(`UPDATE categories SET name = 'Ironmongers' WHERE slug = 'hardware'`);
    expect(await search('osprey ironmonger')).toEqual(['Osprey Cycles']);
  });

  it('combines with other parameters', async () => {
    expect(await search('cafe', '&status=any')).toEqual(['Café Luna', 'Closed Cafe']);
    expect(await search('cafe', '&status=any&sort=newest')).toEqual(['Closed Cafe', 'Café Luna']);
    expect(await search('loon', '&city=ely')).toEqual(['Loon Lake Outfitters']);
  });
});
