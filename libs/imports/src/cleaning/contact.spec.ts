import { cleanSocial, cleanWebsite } from './contact.js';

describe(cleanWebsite.name, () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['http://WWW.Example.com/', 'http://www.example.com'],
    ['https://example.com/menu?day=1', 'https://example.com/menu?day=1'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['ftp://example.com', null],
    ['javascript:alert(1)', null],
    ['https://user:secret@example.com', null],
    ['none yet', null],
    ['localhost', null],
    ['http://127.0.0.1/', null],
    ['http:/example.com', 'http://example.com'],
    ['htp://example.com', 'http://example.com'],
    ['http://http://example.com', 'http://example.com'],
    ['<a href="https://example.com">site</a>', 'https://example.com'],
    ['example,com.org', null],
    ['info@example.com', null],
    ['Facebook', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanWebsite(text)).toEqual(expected && { value: expected });
  });

  it.each([
    'https://a.example.com, https://b.example.com',
    'https://a.example.com,https://b.example.com',
    'a.example.com; b.example.com',
    'a.example.com b.example.com',
  ])('keeps the first address of %j and adds a note', (text) => {
    expect(cleanWebsite(text)).toEqual({ value: 'https://a.example.com', note: 'firstOfSeveral' });
  });
});

describe(cleanSocial.name, () => {
  it.each([
    ['facebook', 'https://facebook.com/lantern', 'https://facebook.com/lantern'],
    ['facebook', 'facebook.com/lantern', 'https://facebook.com/lantern'],
    ['instagram', '@lantern.cafe', 'https://www.instagram.com/lantern.cafe'],
    ['twitter', 'follow us', null],
    ['facebook', 'No', null],
  ] as const)('%s %j → %j', (network, text, expected) => {
    expect(cleanSocial(network, text)).toBe(expected);
  });
});
