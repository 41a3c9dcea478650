import { Type } from 'class-transformer';
import { IsString, MaxLength, ValidateNested } from 'class-validator';
import { ApiError } from '../errors/api-error.js';
import { PageQuery } from '../page-query.dto.js';
import { InputPipe } from './input.pipe.js';

class Street {
  @IsString()
  name: string;
}

class Body {
  @MaxLength(5)
  @IsString()
  title: string;

  @ValidateNested()
  @Type(() => Street)
  street: Street;
}

const query = (value: unknown) =>
  new InputPipe().transform(value, { type: 'query', metatype: PageQuery });
const body = (value: unknown) => new InputPipe().transform(value, { type: 'body', metatype: Body });

describe(InputPipe.name, () => {
  it('reads a query into its class, with defaults', async () => {
    await expect(query({ page: '3' })).resolves.toEqual({ page: 3, limit: 20 });
    await expect(query(undefined)).resolves.toEqual({ page: 1, limit: 20 });
  });

  it.each(['1', '100'])('accepts limit=%s', async (limit) => {
    await expect(query({ limit })).resolves.toMatchObject({ limit: Number(limit) });
  });

  it.each(['0', '101', '-1', '1.5', '1e1', '0x10', ' 5', '', 'NaN', '9'.repeat(400)])(
    'refuses limit=%j',
    async (limit) => {
      const error = await refusalOf(query({ limit }));
      expect(error.code).toBe('invalid_parameter');
      expect(error.details).toEqual([
        { field: 'limit', message: 'limit must be a whole number from 1 to 100.' },
      ]);
    },
  );

  it('names an unknown parameter and the nearest known one', async () => {
    const error = await refusalOf(query({ pgae: '1' }));
    expect(error.message).toBe('"pgae" is not known here; did you mean "page"?');
  });

  it('suggests nothing where nothing is near', async () => {
    const error = await refusalOf(query({ colour: 'red' }));
    expect(error.message).toBe('"colour" is not known here.');
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses the parameter %s', async (name) => {
    const input = Object.defineProperty({}, name, { value: '1', enumerable: true });
    await expect(refusalOf(query(input))).resolves.toMatchObject({ code: 'invalid_parameter' });
  });

  it('does not repeat a long unknown name in full', async () => {
    const error = await refusalOf(query({ ['x'.repeat(5_000)]: '1' }));
    expect(error.message.length).toBeLessThan(100);
  });

  it('refuses a repeated parameter', async () => {
    const error = await refusalOf(query({ page: ['1', '2'] }));
    expect(error.message).toBe('"page" is given more than once; give it once.');
  });

  it('names every wrong field of a body, nested ones by their path', async () => {
    const error = await refusalOf(body({ title: 'too long', street: { name: 7 }, extra: 1 }));
    expect(error.code).toBe('invalid_body');
    expect(error.details!.map(({ field }) => field).sort()).toEqual([
      'extra',
      'street.name',
      'title',
    ]);
  });

  it.each([[[]], ['text'], [7]])('refuses the body %j', async (value) => {
    await expect(refusalOf(body(value))).resolves.toMatchObject({ code: 'invalid_body' });
  });

  it('refuses NUL characters, which PostgreSQL cannot hold', async () => {
    const error = await refusalOf(body({ title: 'a', street: { name: 'b\0' } }));
    expect(error.details).toEqual([
      { field: 'street.name', message: 'street.name must not contain NUL characters.' },
    ]);
  });
});

async function refusalOf(result: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}
