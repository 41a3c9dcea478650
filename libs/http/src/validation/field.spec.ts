import type { Type } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { Field } from './field.js';
import { InputPipe } from './input.pipe.js';

class Part {
  @Field.text({ min: 1, max: 5 })
  name: string;

  @Field.integer({ max: 9, optional: true })
  size?: number;
}

/** Returns the problem with a value of a property, or undefined if the property accepts it. */
async function problemWith(
  declaration: PropertyDecorator,
  ...value: unknown[]
): Promise<string | undefined> {
  class Input {}
  declaration(Input.prototype, 'it');
  const body = value.length === 0 ? {} : { it: value[0] };
  return new InputPipe().transform(body, { type: 'body', metatype: Input as Type }).then(
    () => undefined,
    (error: ApiError) => error.message,
  );
}

/** Returns the schema that OpenAPI shows. */
function schemaOf(declaration: PropertyDecorator): Record<string, unknown> {
  class Shown {}
  declaration(Shown.prototype, 'it');
  return Reflect.getMetadata('swagger/apiModelProperties', Shown.prototype, 'it') as Record<
    string,
    unknown
  >;
}

describe('Field', () => {
  it('accepts and documents the same bounds', async () => {
    const declaration = Field.integer({ min: 2, max: 7, example: 3 });
    expect(schemaOf(declaration)).toMatchObject({ type: 'integer', minimum: 2, maximum: 7 });
    for (const value of [2, 7]) expect(await problemWith(declaration, value)).toBeUndefined();
    for (const value of [1, 8, 2.5, '3', null]) {
      expect(await problemWith(declaration, value)).toBe('it must be a whole number from 2 to 7.');
    }
  });

  it.each<[string, object, string[], string[]]>([
    ['required', {}, [], ['omitted', 'null']],
    ['optional', { optional: true }, ['omitted', 'null'], []],
    ['with a default', { default: 1 }, ['omitted'], ['null']],
    ['omittable', { omittable: true }, ['omitted'], ['null']],
    ['nullable', { nullable: true }, ['null'], ['omitted']],
    ['nullable and optional', { nullable: true, optional: true }, ['omitted', 'null'], []],
  ])('%s: accepts and refuses a missing value', async (_name, options, accepted, refused) => {
    const declaration = Field.integer(options);
    expect(schemaOf(declaration).required).toBe(refused.includes('omitted'));
    const problem = (what: string) =>
      what === 'null' ? problemWith(declaration, null) : problemWith(declaration);
    for (const what of accepted) expect(await problem(what)).toBeUndefined();
    for (const what of refused) expect(await problem(what)).toMatch(/^it must be/);
  });

  it('requires a field only when its condition holds', async () => {
    const when = (holds: boolean) => Field.text({ min: 1, max: 5, when: () => holds });
    expect(await problemWith(when(false))).toBeUndefined();
    expect(await problemWith(when(true))).toMatch(/text of 1 to 5 characters/);
  });

  it('accepts an object, but no list', async () => {
    const declaration = Field.object(Part);
    expect(await problemWith(declaration, { name: 'one' })).toBeUndefined();
    for (const value of [[], [{ name: 'one' }], 'one', null]) {
      expect(await problemWith(declaration, value)).toBe('it must be an object.');
    }
  });

  it('converts an id to lowercase', async () => {
    const id = '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12';
    class Input {}
    Field.id()(Input.prototype, 'id');
    const metadata = { type: 'body', metatype: Input } as const;
    expect(await new InputPipe().transform({ id: id.toUpperCase() }, metadata)).toEqual({ id });
  });

  it('accepts no slug that is a UUID', async () => {
    expect(await problemWith(Field.slug(), '0193a5e0-7c1f-7d3a-9b1e')).toBeUndefined();
    expect(await problemWith(Field.slug(), '0193a5e0-7c1f-7d3a-9b1e-2f6a4c8d0e12')).toMatch(/^it/);
  });

  it('names the fields of the objects in a list', async () => {
    const declaration = Field.list(Part, { min: 1, max: 2 });
    expect(await problemWith(declaration, [])).toBe('it must have 1 or more entries.');
    expect(await problemWith(declaration, 'one')).toBe('it must be a list.');
    for (const value of [['one'], [[]], [null]]) {
      expect(await problemWith(declaration, value)).toBe('it must be a list of {name, size}.');
    }
    const part = { name: 'one' };
    expect(await problemWith(declaration, [part, part])).toBeUndefined();
    expect(await problemWith(declaration, [part, part, part])).toBe(
      'it must have at most 2 entries.',
    );
  });
});
