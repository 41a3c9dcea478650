import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { ListBusinessesQuery } from './list-businesses.query.js';

const EXAMPLE = 'such as -93.33,44.89,-93.19,45.05.';
const MEANT = 'Did you mean bbox=-93.33,44.89,-93.19,45.05?';
const MEANT_POINT = 'Did you mean latitude=44.9778&longitude=-93.265?';

describe(ListBusinessesQuery.name, () => {
  const refusal = (text: string) => {
    const query = Object.fromEntries(new URLSearchParams(text));
    return new InputPipe().transform(query, { type: 'query', metatype: ListBusinessesQuery }).then(
      () => undefined,
      (error: ApiError) => error.message,
    );
  };

  it.each([
    'bbox=-93.33,44.89,-93.19,45.05',
    'bbox=-180,-90,180,90',
    'bbox=10,50,11,51',
    'latitude=44.9778&longitude=-93.265',
    'latitude=41.8781&longitude=-87.6298',
    'latitude=0&longitude=0',
    'latitude=90&longitude=-180',
  ])('accepts %s', async (query) => expect(await refusal(query)).toBeUndefined());

  it.each([
    ['latitudes first', 'bbox=44.89,-93.33,45.05,-93.19', MEANT],
    ['opposite corner first', 'bbox=-93.19,45.05,-93.33,44.89', MEANT],
    ['north and south swapped', 'bbox=-93.33,45.05,-93.19,44.89', MEANT],
    ['no signs', 'bbox=93.19,44.89,93.33,45.05', MEANT],
    ['no signs, and swapped', 'bbox=93.33,44.89,93.19,45.05', MEANT],
    ['three numbers', 'bbox=1,2,3', EXAMPLE],
    ['no width', 'bbox=5,5,5,6', EXAMPLE],
    ['beyond the pole', 'bbox=-93,44,-92,91', EXAMPLE],
    ['no numbers', 'bbox=a,b,c,d', EXAMPLE],
    ['no sign', 'latitude=44.9778&longitude=93.265', 'Did you mean longitude=-93.265?'],
    ['longitude first', 'latitude=-93.265&longitude=44.9778', MEANT_POINT],
    ['longitude first, no sign', 'latitude=93.265&longitude=44.9778', MEANT_POINT],
    ['beyond the pole', 'latitude=91&longitude=0', 'latitude must be a number from -90 to 90.'],
    ['too far east', 'latitude=0&longitude=181', 'longitude must be a number from -180 to 180.'],
  ])('rejects %s: %s', async (_, query, expected) => {
    expect(await refusal(query)).toContain(expected);
  });
});
