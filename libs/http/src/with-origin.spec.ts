import { withOriginInJson } from './with-origin.js';

describe(withOriginInJson.name, () => {
  const environment = { PUBLIC_URL: 'https://directory.example.org' };
  const read = (json: string, addresses: number): unknown =>
    JSON.parse(withOriginInJson(json, addresses, environment));

  it('prefixes the URL of every record', () => {
    const json = '[{"url":"/api/v1/businesses/a"},{"url":"/api/v1/deals/b"}]';
    expect(read(json, 2)).toEqual([
      { url: 'https://directory.example.org/api/v1/businesses/a' },
      { url: 'https://directory.example.org/api/v1/deals/b' },
    ]);
  });

  it('leaves text inside strings unchanged', () => {
    const record = { name: '"url":"/api/v1/businesses/a"', url: '/api/v1/businesses/b' };
    expect(read(JSON.stringify(record), 1)).toEqual({
      ...record,
      url: 'https://directory.example.org/api/v1/businesses/b',
    });
  });

  it('throws if the number of URLs differs from the expected one', () => {
    expect(() => read('{"url":  "/api/v1/businesses/a"}', 1)).toThrow('found 0');
    expect(() => read('{"url":"/api/v1/a"}{"url":"/api/v1/b"}', 1)).toThrow('found 2');
  });
});
