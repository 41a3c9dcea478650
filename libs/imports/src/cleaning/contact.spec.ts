import { cleanPhone, cleanSocial, cleanWebsite } from './contact.js';
describe(cleanPhone.name, () => {
  it.each([
    ['6125550123', '+16125550123'],
    ['(507) 555-0123', '+15075550123'],
    ['1-800-555-0100', '+18005550100'],
    ['612.555.0199 x22', '+16125550199'],
    ['+44 20 7946 0958', '+442079460958'],
    ['12', null],
    ['call us', null],
    ['000-000-0000', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanPhone(text)).toBe(expected);
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
  ])('%j → %j', (text, expected) => {
    expect(cleanWebsite(text)).toBe(expected);
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
