import { entityTag, names } from './cached-response.js';

describe(entityTag.name, () => {
  it('starts with the version', () => {
    expect(entityTag('42', Buffer.from('a'))).toMatch(/^"42-[\w-]{16}"$/);
  });

  it('differs for different versions and bytes', () => {
    const tags = [
      entityTag('1', Buffer.from('a')),
      entityTag('2', Buffer.from('a')),
      entityTag('1', Buffer.from('b')),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe(names.name, () => {
  it.each([
    [undefined, false],
    ['"1-a"', true],
    ['W/"1-a"', true],
    ['"1-b", "1-a"', true],
    ['"1-b"', false],
    ['1-a', false],
    ['"1-a', false],
    ['*', false],
  ])('for %p, returns %p', (header, expected) => {
    expect(names(header, '"1-a"')).toBe(expected);
  });
});
