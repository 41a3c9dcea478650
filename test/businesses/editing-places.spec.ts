import { useDirectory } from '../support/use-directory.ts';

describe('the place of a business added by an admin', () => {
  const { api, admin } = useDirectory();

  const found = async (query: string) => {
    const { body } = await api(`businesses?${query}`);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it('is found by county and radius, and the response lists derived values', async () => {
    const { status, body } = await admin('POST', 'businesses', {
      name: 'Harbor Loaf',
      address: { street: '12 Harbor Street', city: 'Duluth', postalCode: '55802' },
    });
    expect([status, body.derived, body.notices]).toEqual([
      201,
      [
        { field: 'address.county', from: 'address.postalCode' },
        { field: 'location', from: 'address.postalCode' },
      ],
      [],
    ]);
    expect(body.data).toMatchObject({
      address: { county: 'St. Louis' },
      location: { precision: 'postalCode' },
    });
    expect(await found('county=st-louis')).toEqual(['Harbor Loaf']);
    const around = 'latitude=46.7867&longitude=-92.1005&radius=10000';
    expect(await found(around)).toEqual(['Harbor Loaf']);

    const moved = await admin('PATCH', `businesses/${body.data.id}`, {
      address: { city: 'Minneapolis', postalCode: '55401' },
    });
    expect(moved.body.derived).toHaveLength(2);
    expect([await found('county=hennepin'), await found('county=st-louis')]).toEqual([
      ['Harbor Loaf'],
      [],
    ]);
    expect(await found(around)).toEqual([]);
  });

  it('stays as entered, with a notice if the address is far away', async () => {
    const { body } = await admin('POST', 'businesses', {
      name: 'Typed Pier',
      address: { city: 'Duluth' },
      location: { latitude: 46.7867, longitude: -92.1005 },
    });
    expect(body.derived).toEqual([{ field: 'address.county', from: 'location' }]);
    const moved = await admin('PATCH', `businesses/${body.data.id}`, {
      address: { postalCode: '55401' },
    });
    expect(moved.body).toMatchObject({
      data: { address: { county: 'St. Louis' }, location: { latitude: 46.7867 } },
      derived: [],
      notices: [
        { field: 'location', message: expect.stringMatching(/2\d\d km .* 55401/) as string },
      ],
    });
  });
});
