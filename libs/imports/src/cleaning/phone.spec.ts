import { cleanPhone } from './phone.js';

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
