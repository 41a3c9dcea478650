import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { pageLinks } from './link-headers.js';

const environment = loadEnvironment({ PUBLIC_URL: 'https://directory.example.org' });

describe(pageLinks.name, () => {
  const links = (page: number, totalPages: number, url = `/api/v1/things?page=${page}`) => {
    const pagination = { page, totalPages, limit: 20, total: 20 * totalPages };
    const { Link = '' } = pageLinks({ url }, pagination, environment);
    const found = [...Link.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
      ([, address, relation]) => [relation!, new URL(address!).searchParams.get('page')!] as const,
    );
    return Object.fromEntries<string>(found);
  };

  it.each([
    [1, 3, { first: '1', next: '2', last: '3' }],
    [2, 3, { first: '1', prev: '1', next: '3', last: '3' }],
    [3, 3, { first: '1', prev: '2', last: '3' }],
    [9, 3, { first: '1', prev: '3', last: '3' }],
    [1, 1, { first: '1', last: '1' }],
    [1, 0, { first: '1', last: '1' }],
    [2, 0, { first: '1', prev: '1', last: '1' }],
  ])('for page %p of %p are %p', (page, totalPages, expected) => {
    expect(links(page, totalPages)).toEqual(expected);
  });

  it('keep the parameters and use the public URL', () => {
    const pagination = { page: 1, limit: 5, total: 10, totalPages: 2 };
    const url = '/api/v1/things?q=caf%C3%A9+%26+bar&limit=5';
    const { Link } = pageLinks({ url }, pagination, environment);
    const next = /<([^>]*)>; rel="next"/.exec(Link!)![1]!;
    expect(next).toMatch(/^https:\/\/directory\.example\.org\/api\/v1\/things\?/);
    expect(Object.fromEntries(new URL(next).searchParams)).toEqual({
      q: 'café & bar',
      limit: '5',
      page: '2',
    });
  });

  it('are omitted for very long URLs', () => {
    const url = (length: number) => '/api/v1/things?q='.padEnd(length, 'x');
    expect(Object.keys(links(1, 2, url(1_500)))).toHaveLength(3);
    expect(links(1, 2, url(1_501))).toEqual({});
  });
});
