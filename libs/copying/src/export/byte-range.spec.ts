import { readRange } from './byte-range.js';

describe(readRange.name, () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=9-10', { start: 9, end: 9 }],
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-11', { start: 0, end: 9 }],
    ['Bytes= 2-3', { start: 2, end: 3 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-11', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-2', undefined],
    ['bytes=-', undefined],
    ['bytes=1', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    [undefined, undefined],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });
});
