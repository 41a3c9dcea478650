import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { InputPipe } from '#libs/http/src/validation/input.pipe.js';
import { ListBusinessesQuery } from './list-businesses.query.js';

describe('latitude and longitude', () => {
  const refusal = (latitude: string, longitude: string) =>
    new InputPipe()
      .transform({ latitude, longitude }, { type: 'query', metatype: ListBusinessesQuery })
      .then(
        () => undefined,
        (error: ApiError) => error.message,
      );

  it.each([
    ['44.9778', '-93.265'],
    ['41.8781', '-87.6298'],
    ['0', '0'],
    ['90', '-180'],
  ])('accepts %s %s', async (latitude, longitude) => {
    expect(await refusal(latitude, longitude)).toBeUndefined();
  });

  it.each([
    ['44.9778', '93.265', 'Did you mean longitude=-93.265?'],
    ['-93.265', '44.9778', 'Did you mean latitude=44.9778&longitude=-93.265?'],
    ['93.265', '44.9778', 'Did you mean latitude=44.9778&longitude=-93.265?'],
    ['91', '0', 'latitude must be a number from -90 to 90.'],
    ['0', '181', 'longitude must be a number from -180 to 180.'],
  ])('rejects %s %s: %s', async (latitude, longitude, expected) => {
    expect(await refusal(latitude, longitude)).toContain(expected);
  });
});
