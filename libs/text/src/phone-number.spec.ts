import { readPhoneNumber } from './phone-number.js';

describe(readPhoneNumber.name, () => {
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
    expect(readPhoneNumber(text)).toEqual(expected && { value: expected });
  });

  it.each([
    ['612.555.0199 x22', '+16125550199', 'extensionDropped'],
    ['218-555-0101 ext. 45', '+12185550101', 'extensionDropped'],
    ['218-555-0101 / 218-555-0102', '+12185550101', 'firstOfSeveral'],
    ['218-555-0101 or 612-555-0102', '+12185550101', 'firstOfSeveral'],
    ['(218)5550101;(218)5550102', '+12185550101', 'firstOfSeveral'],
    ['218-555-0101 612-555-0102', '+12185550101', 'firstOfSeveral'],
    ['(218) 555-0101  +1 (612) 555-0102', '+12185550101', 'firstOfSeveral'],
  ])('%j → %j with a note', (text, value, note) => {
    expect(readPhoneNumber(text)).toEqual({ value, note });
  });
});
