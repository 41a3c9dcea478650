import { flatten } from './flatten.js';

describe(flatten.name, () => {
  it('converts nested values, lists and scalars to cells', () => {
    const cells = flatten({
      name: 'Loon Cafe',
      address: { street: '1 Main St', geo: { deep: { deeper: 1 } } },
      categories: [{ slug: 'cafe', name: 'Cafe' }, { name: 'Bakery' }],
      tags: ['a', 'b'],
      hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }],
      employees: 12,
      closed: false,
      phone: null,
      none: [],
    });
    expect(Object.fromEntries(cells)).toEqual({
      name: 'Loon Cafe',
      addressstreet: '1 Main St',
      categories: 'Cafe;Bakery',
      tags: 'a;b',
      hours: '[{"day":"monday","opens":"09:00","closes":"17:00"}]',
      employees: '12',
      closed: 'false',
      phone: '',
      none: '',
    });
  });
});
