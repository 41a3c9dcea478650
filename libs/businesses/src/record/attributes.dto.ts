import { ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, Matches } from 'class-validator';
import { Field, field, withProperties } from '#libs/http/src/validation/field.js';
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
export class AttributesDto extends withProperties<AttributeValues>(ATTRIBUTE_NAMES, (name) =>
  declare(name, { optional: false }),
) {}

/** Attributes. Omitted ones keep their value; null removes one. */
@ApiSchema({ name: 'AttributesInput' })
export class AttributesInput extends withProperties<Partial<AttributeValues>>(
  ATTRIBUTE_NAMES,
  (name) => declare(name, { optional: true }),
) {}

function declare(name: AttributeName, { optional }: { optional: boolean }): PropertyDecorator {
  const { form, words, description } = ATTRIBUTE_DECLARATIONS[name];
  const options = { nullable: true, optional, description };
  switch (form) {
    case 'word':
      return Field.choice(words!, { ...options, example: words![0] });
    case 'boolean':
      return Field.flag({ ...options, example: true });
    case 'list': {
      const items = words ? { enum: [...words] } : { pattern: LANGUAGE.source, maxLength: 3 };
      const message = words
        ? `${name} must be a list of ${words.join(', ')}.`
        : `${name} must be a list of at most ${MAX_WORDS} ISO 639 codes such as "en".`;
      const each = { each: true, message };
      return field(
        {
          type: 'array',
          items: { type: 'string', ...items },
          maxItems: words?.length ?? MAX_WORDS,
        },
        { ...options, example: words ? words.slice(0, 2) : ['en', 'es'] },
        IsArray({ message }),
        ArrayMaxSize(MAX_WORDS, { message }),
        ArrayUnique({ message }),
        words ? IsIn([...words], each) : Matches(LANGUAGE, each),
      );
    }
  }
}
