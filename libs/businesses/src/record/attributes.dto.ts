import type { Type } from '@nestjs/common';
import {
  ApiProperty,
  ApiPropertyOptional,
  type ApiPropertyOptions,
  ApiSchema,
} from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  Matches,
} from 'class-validator';
import {
  ATTRIBUTE_DECLARATIONS,
  ATTRIBUTE_NAMES,
  type AttributeName,
  type AttributeValues,
  LANGUAGE,
  MAX_WORDS,
} from './attributes.js';

/** Attributes of a business. Each one is null if unknown. */
@ApiSchema({ name: 'Attributes' })
export class AttributesDto extends withAttributes<AttributeValues>((name) => [
  ApiProperty(schemaOf(name)),
]) {}

/** Attributes. Omitted ones keep their value; null removes one. */
@ApiSchema({ name: 'AttributesInput' })
export class AttributesInput extends withAttributes<Partial<AttributeValues>>((name) => [
  ApiPropertyOptional(schemaOf(name)),
  IsOptional(),
  ...validatorsOf(name),
]) {}

function withAttributes<T>(decoratorsOf: (name: AttributeName) => PropertyDecorator[]): Type<T> {
  class Attributes {}
  for (const name of ATTRIBUTE_NAMES) {
    for (const decorate of decoratorsOf(name)) decorate(Attributes.prototype, name);
  }
  return Attributes as Type<T>;
}

function schemaOf(name: AttributeName): ApiPropertyOptions {
  const { form, words, description } = ATTRIBUTE_DECLARATIONS[name];
  const same = { nullable: true, ...(description && { description }) };
  switch (form) {
    case 'word':
      return { ...same, type: String, enum: [...words!], example: words![0] };
    case 'boolean':
      return { ...same, type: Boolean, example: true };
    case 'list': {
      const items = words ? { enum: [...words] } : { pattern: LANGUAGE.source, maxLength: 3 };
      return {
        ...same,
        type: 'array',
        items: { type: 'string', ...items },
        maxItems: words?.length ?? MAX_WORDS,
        example: words ? words.slice(0, 2) : ['en', 'es'],
      };
    }
  }
}

function validatorsOf(name: AttributeName): PropertyDecorator[] {
  const { form, words } = ATTRIBUTE_DECLARATIONS[name];
  switch (form) {
    case 'word':
      return [IsIn([...words!], { message: `${name} must be one of ${words!.join(', ')}.` })];
    case 'boolean':
      return [IsBoolean({ message: `${name} must be true, false or null.` })];
    case 'list': {
      const message = words
        ? `${name} must be a list of ${words.join(', ')}.`
        : `${name} must be a list of at most ${MAX_WORDS} ISO 639 codes such as "en".`;
      const each = { each: true, message };
      return [
        IsArray({ message }),
        ArrayMaxSize(MAX_WORDS, { message }),
        ArrayUnique({ message }),
        words ? IsIn([...words], each) : Matches(LANGUAGE, each),
      ];
    }
  }
}
