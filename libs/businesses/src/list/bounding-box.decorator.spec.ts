import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { ListBusinessesQuery } from './list-businesses.query.js';

describe('bbox', () => {
  const refusal = (bbox: string) =>
    new InputPipe().transform({ bbox }, { type: 'query', metatype: ListBusinessesQuery }).then(
      () => undefined,
      (error: ApiError) => error.message,
    );

  it.each(['-93.33,44.89,-93.19,45.05', '-180,-90,180,90', '10,50,11,51'])(
    'accepts %s',
    async (bbox) => expect(await refusal(bbox)).toBeUndefined(),
  );

  it.each([
    ['44.89,-93.33,45.05,-93.19', 'latitudes first'],
    ['-93.19,45.05,-93.33,44.89', 'opposite corner first'],
    ['-93.33,45.05,-93.19,44.89', 'north and south swapped'],
    ['93.19,44.89,93.33,45.05', 'without signs'],
    ['93.33,44.89,93.19,45.05', 'without signs and swapped'],
  ])('rejects %s and suggests a correction: %s', async (bbox) => {
    expect(await refusal(bbox)).toContain('Did you mean bbox=-93.33,44.89,-93.19,45.05?');
  });

  it.each(['1,2,3', '5,5,5,6', '-93,44,-92,91', 'a,b,c,d'])('rejects %s', async (bbox) => {
    expect(await refusal(bbox)).toContain('such as -93.33,44.89,-93.19,45.05.');
  });
});
