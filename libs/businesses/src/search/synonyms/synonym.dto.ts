import { ApiSchema, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, Length } from 'class-validator';
import { Field, field, type FieldOptions } from '#libs/http/src/validation/field.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { plainPictures } from '../normalize-search.js';

/** Maximum number of phrases in a list. */
const MAX_PHRASES = 20;
const MAX_WORDS = 4;
const MAX_LENGTH = 60;
const PICTURE = /\p{Extended_Pictographic}/u;

/** Words and phrases that a search treats as equal. */
@ApiSchema({ name: 'Synonym' })
export class SynonymDto {
  @Field.id({ example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @Phrases({
    example: ['gas station', 'filling station'],
    description: 'Words and phrases with the same meaning. A search for one also finds the others.',
  })
  terms: string[];

  @Phrases({
    example: ['fuel'],
    description:
      'Words and phrases that a search for the terms also finds. A search for these does not find the terms.',
  })
  alsoFinds: string[];
}

@ApiSchema({ name: 'NewSynonym' })
export class NewSynonym {
  @Phrases({
    min: 1,
    example: ['gas station', 'filling station'],
    description: `Phrases of up to ${MAX_WORDS} words, or emoji, with the same meaning.`,
  })
  terms: string[];

  @Phrases({
    omittable: true,
    example: ['fuel'],
    description: 'Words and phrases that a search for the terms also finds, but not the reverse.',
  })
  alsoFinds?: string[];
}

/** Omitted fields keep their value. */
@ApiSchema({ name: 'SynonymChange' })
export class SynonymChange extends PartialType(NewSynonym, { skipNullProperties: false }) {}

export class ListSynonymsQuery extends PageQuery {
  @Field.text({
    min: 1,
    max: 60,
    optional: true,
    description: 'Returns synonyms that contain this text in one of their phrases.',
    by: Length(1, 60, { message: 'q must have 1 to 60 characters.' }),
  })
  q?: string;
}

/** Declares a list of phrases, trimmed and with emoji simplified as `normalizeSearch` does. */
function Phrases({ min, ...options }: FieldOptions & { min?: 1 }) {
  return field(
    {
      type: 'array',
      items: { type: 'string', maxLength: MAX_LENGTH },
      minItems: min,
      maxItems: MAX_PHRASES,
    },
    options,
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value.map((each: unknown) => (typeof each === 'string' ? plainPictures(each) : each))
        : value,
    ),
    IsArray({ message: '$property must be a list of words and phrases.' }),
    ArrayMaxSize(MAX_PHRASES, { message: `$property must have at most ${MAX_PHRASES} entries.` }),
    ArrayMinSize(min ?? 0, { message: '$property must have at least one word or phrase.' }),
    ArrayUnique({ message: '$property must not contain duplicates.' }),
    Satisfies(isPhrase, {
      each: true,
      message: `each entry of $property must have 1 to ${MAX_WORDS} words or emoji and at most ${MAX_LENGTH} characters.`,
    }),
  );
}

function isPhrase(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return false;
  const words = PICTURE.test(value) ? value : plainText(value);
  return words !== '' && words.split(' ').length <= MAX_WORDS;
}
