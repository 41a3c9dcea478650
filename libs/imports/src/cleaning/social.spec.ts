import { cleanSocial } from './social.js';

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
