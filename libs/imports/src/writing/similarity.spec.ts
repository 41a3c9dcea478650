import { similarity } from './similarity.js';

type Compared = Parameters<typeof similarity>[0];

const record = (change: Partial<Compared>): Compared => ({
  street: null,
  city: 'Saint Paul',
  postalCode: null,
  phone: null,
  latitude: null,
  longitude: null,
  precision: null,
  ...change,
});
const at = (latitude: number) => ({ latitude, longitude: -93.1, precision: 'exact' as const });
const main = { street: '12 Main St' };
const phone = { phone: '+16515550100' };
const otherPhone = { phone: '+16515550199' };

describe(similarity.name, () => {
  it.each<[string, Partial<Compared>, Partial<Compared>, string]>([
    ['one street in one city', main, { street: '12 MAIN STREET' }, 'same'],
    [
      'one street in one ZIP',
      { ...main, city: 'Roseville', postalCode: '55113' },
      { ...main, postalCode: '55113' },
      'same',
    ],
    ['one street in two cities', main, { ...main, city: 'Duluth' }, 'different'],
    [
      'another house number, one phone',
      { ...main, ...phone },
      { ...phone, street: '14 Main St' },
      'different',
    ],
    [
      'one house number, one phone',
      { ...main, ...phone },
      { ...phone, street: '12 Main St N' },
      'same',
    ],
    ['one county road', { street: '100 County Rd. #5' }, { street: '100 CSAH 5' }, 'same'],
    ['one highway', { street: '2100 MN-61' }, { street: '2100 US Highway 61' }, 'same'],
    ['a county road and a highway', { street: '1 CR 5' }, { street: '1 Highway 5' }, 'perhaps'],
    ['one house number', main, { street: '12 Main St N' }, 'perhaps'],
    ['one phone, one without street', { ...main, ...phone }, phone, 'same'],
    ['two phones, one without street', { ...main, ...phone }, otherPhone, 'perhaps'],
    ['one place', { ...main, ...at(44.95) }, at(44.9505), 'same'],
    [
      'one place, two phones',
      { ...main, ...at(44.95), ...phone },
      { ...at(44.9505), ...otherPhone },
      'perhaps',
    ],
    ['one phone, two places', { ...phone, ...at(44.95) }, { ...phone, ...at(44.97) }, 'different'],
    ['nothing known of one but its city', phone, {}, 'same'],
    ['a street known of one only', main, {}, 'perhaps'],
    [
      'one phone, two ZIPs',
      { ...phone, postalCode: '55101' },
      { ...phone, postalCode: '55102' },
      'different',
    ],
    [
      'one street, two ZIPs',
      { ...main, postalCode: '55101' },
      { street: '12 Main Street', postalCode: '55102' },
      'perhaps',
    ],
    ['two cities', phone, { ...phone, city: 'Duluth' }, 'different'],
  ])('%s', (_, a, b, expected) => {
    expect(similarity(record(a), record(b))).toBe(expected);
    expect(similarity(record(b), record(a))).toBe(expected);
  });
});
