import { ALIASES } from './fields.js';
import { ColumnMap } from './column-map.js';

const read = (header: string, row: string) => new ColumnMap(header.split(',')).read(row.split(','));

describe(ColumnMap.name, () => {
  it.each([
    ['name,zip', { name: 'A', postalCode: 'B' }],
    ['Name,ZipCode', { name: 'A', postalCode: 'B' }],
    ['NAME,postal_code', { name: 'A', postalCode: 'B' }],
    ['Business Name, Zip Code ', { name: 'A', postalCode: 'B' }],
    ['y,x', { latitude: 'A', longitude: 'B' }],
    ['LATITUDE,LONGITUD', { latitude: 'A', longitude: 'B' }],
    ['id,e-mail', { id: 'A', email: 'B' }],
    ['website,url', { website: 'A' }],
    ['Name,Street address (No PO Boxes)', { name: 'A', street: 'B' }],
    ['street_num,street_name', { houseNumber: 'A', street: 'B' }],
    ['name,(city)', { name: 'A', city: 'B' }],
  ])('%s', (header, record) => {
    expect(read(header, 'A,B')).toEqual(record);
  });

  it('uses the best filled column of several', () => {
    expect(read('Y,latitude,name', '1,2,A')).toEqual({ latitude: '2', name: 'A' });
    for (const empty of [' ', 'N/A']) {
      const values = `1,${empty},A`;
      expect(read('Y,latitude,name', values)).toEqual({ latitude: '1', name: 'A' });
    }
    expect(read('Y,latitude,name', ',N/A,A')).toEqual({ latitude: 'N/A', name: 'A' });
  });

  it('distinguishes a blank column from a missing one', () => {
    expect(read('name,phone,tel', 'A, ,')).toEqual({ name: 'A', phone: '' });
  });

  it('reads a mapped field from its own columns only', () => {
    const mapping = { name: ['Facility'], city: [], phone: ['tel', 'Call us'] };
    const map = new ColumnMap(['name', 'FACILITY', 'city', 'call_us'], mapping);
    expect(map.read(['A', 'B', 'C', 'D'])).toEqual({ name: 'B', phone: 'D' });
  });

  it('gives all rows one value', () => {
    const map = new ColumnMap(['name', 'city'], { city: { value: 'Minneapolis' } });
    expect(map.read(['A', 'Edina'])).toEqual({ name: 'A', city: 'Minneapolis' });
    expect(map.missing).toEqual([]);
  });

  it('replaces whole values and parts of lists, ignoring case', () => {
    const values = { micro: 'Brewery: micro', 'Bar; grill': 'Restaurant' };
    const map = new ColumnMap(['name', 'kind'], { category: { columns: ['kind'], values } });
    const category = (cell: string) => map.read(['A', cell]).category;
    expect(category('MICRO;Cafe')).toBe('Brewery: micro;Cafe');
    expect(category('bar; grill')).toBe('Restaurant');
    expect(category(' ')).toBe('');
  });

  it.each([
    ['brewery_type', 'Brewery: A;Brewery: B'],
    ['Museum Type', 'Museum: A;Museum: B'],
    ['shop', 'shop=A;shop=B'],
    ['disused:shop', 'disused:shop=A;disused:shop=B'],
    ['category', 'A;B'],
  ])('completes the values of a column %s by its name', (column, category) => {
    expect(read(`name,${column}`, 'X,A;B')).toEqual({ name: 'X', category });
  });

  it('reads the columns of an OpenStreetMap export as ids, and not as categories', () => {
    expect(read('@id,@type,@lat,name,shop', '7,node,46.8,A,books')).toEqual({
      name: 'A',
      category: 'shop=books',
      latitude: '46.8',
      osm: '7',
      osmType: 'node',
    });
  });

  it('does not treat a record URL of this API as a website', () => {
    const record = 'https://a.example/api/v1/businesses/loon-cafe-ely';
    expect(read('name,website,url', `A,,${record}`)).toEqual({ name: 'A', website: '' });
    expect(read('name,url', `A,${record}`)).toEqual({ name: 'A' });
    expect(read('name,url', 'A,https://b.example/')).toEqual({
      name: 'A',
      website: 'https://b.example/',
    });
  });

  it('uses the filled one of two columns with the same name', () => {
    expect(read('name,phone,phone', 'A,,2')).toEqual({ name: 'A', phone: '2' });
    expect(read('name,phone,phone', 'A,1,2')).toEqual({ name: 'A', phone: '1' });
  });

  it('returns the columns used for each field, and the others', () => {
    const { used, ignored } = new ColumnMap(['Name', 'ZIP', 'Postal code', 'Employees', '']);
    expect(ignored).toEqual(['Employees']);
    expect([...used]).toEqual([
      ['name', ['Name']],
      ['postalCode', ['Postal code', 'ZIP']],
    ]);
  });

  it('returns the mapped columns missing from the header', () => {
    const mapping = { name: ['Firm'], city: ['Town', 'Ort'], street: [] };
    expect(new ColumnMap(['firm', 'ort'], mapping).missing).toEqual(['Town']);
  });

  it('has each alias for only one field', () => {
    const aliases = Object.values(ALIASES).flat();
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});
