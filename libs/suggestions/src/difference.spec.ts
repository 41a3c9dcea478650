import { differenceOf } from './proposed-change.js';

describe(differenceOf.name, () => {
  const record = { name: 'Loon', phone: null, address: { street: '1 Main', city: 'Ely' } };

  it('lists each changed field and each changed part of an address', () => {
    const change = {
      name: 'Loon',
      phone: '+12185550147',
      address: { street: '2 Main', city: 'Ely' },
    };
    expect(differenceOf(change, record)).toEqual([
      { field: 'phone', present: null, proposed: '+12185550147' },
      { field: 'address.street', present: '1 Main', proposed: '2 Main' },
    ]);
  });

  it('lists every field of an addition', () => {
    expect(differenceOf({ name: 'Loon', address: { city: 'Ely' } })).toEqual([
      { field: 'name', present: null, proposed: 'Loon' },
      { field: 'address.city', present: null, proposed: 'Ely' },
    ]);
  });
});
