import { cleanDate } from './date.js';

describe(cleanDate.name, () => {
  it.each([
    ['1987-04-30', '1987-04-30'],
    ['2014/03/12 0:00:00', '2014-03-12'],
    ['4/30/1987', '1987-04-30'],
    ['1987', '1987-01-01'],
    ['1987-02-30', null],
    ['soon', null],
    ['0001-01-01', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanDate(text)).toBe(expected);
  });
});
