import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsEmail, IsOptional, MaxLength } from 'class-validator';
import { Level } from '#libs/http/src/validation/level.decorator.js';
import { MAX_PHONE, Phone } from '#libs/http/src/validation/phone.decorator.js';
import { RealDate } from '#libs/http/src/validation/real-date.decorator.js';
import { Text } from '#libs/http/src/validation/text.decorator.js';
import { WebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import {
  DECLARATIONS,
  SIMPLE_FIELD_NAMES,
  type SimpleField,
  type SimpleValues,
} from './simple-fields.js';

/** The simple fields of a record, which are always present. */
export const SimpleFieldsDto = withProperties<SimpleValues>((name) => [
  ApiProperty(schemaOf(name)),
]);

/** The simple fields of an admin's input, which may be omitted or null. */
export const SimpleFieldsInput = withProperties<Partial<SimpleValues>>((name) => [
  ApiPropertyOptional(inputSchemaOf(name)),
  IsOptional(),
  ...validatorsOf(name),
]);

function withProperties<T>(decoratorsOf: (name: SimpleField) => PropertyDecorator[]): Type<T> {
  class SimpleFields {}
  for (const name of SIMPLE_FIELD_NAMES) {
    for (const decorate of decoratorsOf(name)) decorate(SimpleFields.prototype, name);
  }
  return SimpleFields as Type<T>;
}

function schemaOf(name: SimpleField): ApiPropertyOptions {
  const { form, max, description, example } = DECLARATIONS[name];
  return { ...bounds(form, max), nullable: true, example, ...(description && { description }) };
}

function inputSchemaOf(name: SimpleField): ApiPropertyOptions {
  const { form, exampleInput } = DECLARATIONS[name];
  const schema = schemaOf(name);
  return form === 'phone'
    ? {
        ...schema,
        maxLength: MAX_PHONE,
        example: exampleInput,
        description: 'Phone number without an extension. Stored in E.164, such as +12185550147.',
      }
    : schema;
}

function bounds(form: (typeof DECLARATIONS)[SimpleField]['form'], max: number) {
  switch (form) {
    case 'level':
      return { type: 'integer' as const, minimum: 1, maximum: max };
    case 'date':
      return { type: String, format: 'date' };
    case 'email':
      return { type: String, format: 'email', maxLength: max };
    case 'webAddress':
      return { type: String, format: 'uri', maxLength: max };
    default:
      return { type: String, maxLength: max };
  }
}

function validatorsOf(name: SimpleField): PropertyDecorator[] {
  const { form, max } = DECLARATIONS[name];
  switch (form) {
    case 'text':
    case 'lines':
      return [Text({ min: 1, max, lines: form === 'lines' })];
    case 'phone':
      return [Phone()];
    case 'email': {
      const message = `${name} must be an email address.`;
      return [IsEmail({}, { message }), MaxLength(max, { message })];
    }
    case 'webAddress':
      return [WebAddress()];
    case 'date':
      return [RealDate()];
    case 'level':
      return [Level(max)];
  }
}
