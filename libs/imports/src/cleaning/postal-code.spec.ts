import { cleanPostalCode } from './postal-code.js';

describe(cleanPostalCode.name, () => {
  it.each([
    [null, { value: null }],
    ['00000', { value: null }],
    ['55101', { value: '55101' }],
    ['55044-', { value: '55044' }],
    ['55303-2243', { value: '55303', note: 'zipPlus4' }],
    ['553032243', { value: '55303', note: 'zipPlus4' }],
    ['5530', { value: null, note: 'zipUnreadable' }],
    ['K1A 0B1', { value: null, note: 'zipUnreadable' }],
  ])('%j → %j', (text, expected) => {
    expect(cleanPostalCode(text)).toEqual(expected);
  });
});
