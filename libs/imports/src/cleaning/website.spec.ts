import { cleanWebsite } from './website.js';

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
  ])('%j → %j', (text, expected) => {
    expect(cleanWebsite(text)).toBe(expected);
  });
});
