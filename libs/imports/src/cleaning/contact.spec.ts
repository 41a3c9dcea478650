import { cleanPhone, cleanSocial, cleanWebsite } from './contact.js';
describe(cleanPhone.name, () => {
  it.each([
    ['6125550123', '+16125550123'],
    ['(507) 555-0123', '+15075550123'],
    ['1-800-555-0100', '+18005550100'],
    ['218/555-0101', '+12185550101'],
    ['2185550101.0', '+12185550101'],
    ['call 218-555-0101', '+12185550101'],
    ['1-800-FLOWERS', '+18003569377'],
    ['555-0101', null],
    ['218 555 O101', null],
    ['911', null],
    ['+44 20 7946 0958', '+442079460958'],
    ['12', null],
    ['call us', null],
    ['000-000-0000', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanPhone(text)).toEqual(expected && { value: expected });
  });

  it.each([
    ['612.555.0199 x22', '+16125550199', 'extensionDropped'],
    ['218-555-0101 ext. 45', '+12185550101', 'extensionDropped'],
    ['218-555-0101 / 218-555-0102', '+12185550101', 'firstOfSeveral'],
    ['218-555-0101 or 612-555-0102', '+12185550101', 'firstOfSeveral'],
    ['(218)5550101;(218)5550102', '+12185550101', 'firstOfSeveral'],
  ])('%j → %j with a note', (text, value, note) => {
    expect(cleanPhone(text)).toEqual({ value, note });
  });
});

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
  ] as const)('%s %j → %j', (network, text, expected) => {
    expect(cleanSocial(network, text)).toBe(expected);
  });
});
