import { ApiError } from '../errors/api-error.js';
import { ChoicesParameter } from './choices.decorator.js';
import { InputPipe } from './input.pipe.js';

class Query {
  @ChoicesParameter()
  city: string[];
}

describe(ChoicesParameter.name, () => {
  const read = async (city: string | string[]) => {
    const query = await new InputPipe().transform({ city }, { type: 'query', metatype: Query });
    return (query as Query).city;
  };
  const refusal = (city: string | string[]) =>
    read(city).then(
      () => undefined,
      (error: ApiError) => error.message,
    );
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join();

  it('sorts values and removes duplicates', async () => {
    expect(await read('St. Paul, Duluth ,St. Paul')).toEqual(['Duluth', 'St. Paul']);
  });

  it('accepts a repeated parameter like a comma-separated one', async () => {
    expect(await read(['St. Paul', 'Duluth,Ely', 'Duluth'])).toEqual(['Duluth', 'Ely', 'St. Paul']);
    expect(await refusal(['Duluth', ''])).toMatch(/non-empty.*commas, or repeat the parameter/);
  });

  it('accepts fifty values', async () => {
    expect(await read(numbers(50))).toHaveLength(50);
    expect(await refusal(numbers(51))).toMatch(/up to 50 non-empty values/);
  });

  it('accepts two thousand characters', async () => {
    expect(await read('x'.repeat(2_000))).toHaveLength(1);
    expect(await refusal('x'.repeat(2_001))).toMatch(/at most 2000 characters in total/);
    expect(await refusal(`${'x'.repeat(1_000)},${'y'.repeat(1_000)}`)).toMatch(/2000 characters/);
  });

  it.each(['', ',', 'Duluth,', 'Duluth,,Ely'])(
    'refuses %p, which has an empty value',
    async (text) => {
      expect(await refusal(text)).toMatch(/non-empty/);
    },
  );
});
