import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
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

  @IsOptional()
  @IsObject()
  table?: object;
}

const VALID = { title: 'short', street: { name: 'Main' } };

const query = (value: unknown) =>
  new InputPipe().transform(value, { type: 'query', metatype: PageQuery });
const body = (value: unknown) => new InputPipe().transform(value, { type: 'body', metatype: Body });

describe(InputPipe.name, () => {
  it('parses a query into its class and applies defaults', async () => {
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

  it('names an unknown field and the nearest known one', async () => {
    const error = await refusalOf(body({ ...VALID, titel: '1', street: { name: '', naem: '1' } }));
    expect(error.details).toEqual([
      { field: 'titel', message: '"titel" is not known here. Did you mean "title"?' },
      { field: 'street.naem', message: '"naem" is not known here. Did you mean "name"?' },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses the field %s', async (name) => {
    const input = Object.defineProperty({ ...VALID }, name, { value: '1', enumerable: true });
    await expect(refusalOf(body(input))).resolves.toMatchObject({ code: 'invalid_body' });
  });

  it('does not repeat a long unknown name in full', async () => {
    const name = 'x'.repeat(5_000);
    for (const input of [{ [name]: 1 }, { street: { name: 'a', [name]: 1 } }]) {
      const error = await refusalOf(body({ ...VALID, ...input }));
      expect(JSON.stringify([error.message, error.details]).length).toBeLessThan(250);
    }
  });

  it('lists 20 details and counts the rest', async () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, i]));
    const all = await refusalOf(body({ ...VALID, ...unknown(20) }));
    expect(all.details).toHaveLength(20);
    expect(all.message).not.toContain('more');
    const some = await refusalOf(body({ ...VALID, ...unknown(21) }));
    expect(some.details).toHaveLength(20);
    expect(some.message).toMatch(/ 1 more field is invalid\.$/);
    const most = await refusalOf(body({ ...VALID, ...unknown(450) }));
    expect(most.message).toMatch(/ 430 more fields are invalid\.$/);
  });

  it('refuses a repeated parameter', async () => {
    const error = await refusalOf(query({ page: ['1', '2'] }));
    expect(error.message).toBe('"page" is repeated. Send it once.');
  });

  it('reports every invalid field of a body, nested ones by path', async () => {
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

  it.each([
    ['NUL characters', 'b\0'],
    ['lone surrogates', 'b\ud800'],
  ])('refuses %s, which PostgreSQL cannot store', async (characters, text) => {
    const inValue = await refusalOf(body({ ...VALID, street: { name: text } }));
    expect(inValue.message).toBe(`street.name must not contain ${characters}.`);
    const inName = await refusalOf(body({ ...VALID, table: { a: { [text]: 1 } } }));
    expect(inName.message).toBe(`table.a must not contain ${characters}.`);
  });
});

async function refusalOf(result: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}
