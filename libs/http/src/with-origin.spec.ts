import { withOriginInJson } from './with-origin.js';

describe(withOriginInJson.name, () => {
  const environment = { PUBLIC_URL: 'https://directory.example.org' };
  const read = (json: string, addresses: number): unknown =>
    JSON.parse(withOriginInJson(json, addresses, environment));

  it('completes addresses as each function of PostgreSQL writes them', () => {
    const json = '[{"url":"/api/v1/businesses/a"}, {"url" : "/api/v1/deals/b"}]';
    expect(read(json, 2)).toEqual([
      { url: 'https://directory.example.org/api/v1/businesses/a' },
      { url: 'https://directory.example.org/api/v1/deals/b' },
    ]);
  });

  it('takes no text for an address', () => {
    const record = { name: '"url":"/api/v1/businesses/a"', url: '/api/v1/businesses/b' };
    expect(read(JSON.stringify(record), 1)).toEqual({
      ...record,
      url: 'https://directory.example.org/api/v1/businesses/b',
    });
  });

  it('fails rather than answer a record without its address in full', () => {
    expect(() => read('{"url":  "/api/v1/businesses/a"}', 1)).toThrow('has 0 addresses');
    expect(() => read('{"url":"/api/v1/a"}{"url":"/api/v1/b"}', 1)).toThrow('has 2 addresses');
  });
});
