import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, ValidateBy } from 'class-validator';
import { Omittable } from '#libs/http/src/validation/omittable.decorator.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { plainPictures } from '../prepare-search.js';

/** The most phrases that a group may have. */
const MAX_PHRASES = 20;
const MAX_WORDS = 4;
const MAX_LENGTH = 60;
const PHRASES = {
  type: 'array',
  items: { type: 'string', maxLength: MAX_LENGTH },
  maxItems: MAX_PHRASES,
} as const;
const PICTURE = /\p{Extended_Pictographic}/u;

/** Words and phrases that mean the same to a search. */
@ApiSchema({ name: 'Synonym' })
export class SynonymDto {
  @ApiProperty({ format: 'uuid', example: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11' })
  id: string;

  @ApiProperty({
    ...PHRASES,
    example: ['gas station', 'filling station'],
    description: 'Whoever searches for one of them finds the others as well.',
  })
  terms: string[];

  @ApiProperty({
    ...PHRASES,
    example: ['fuel'],
    description: 'What they find besides. Who searches for these does not find the terms.',
  })
  alsoFinds: string[];
}

@ApiSchema({ name: 'NewSynonym' })
export class NewSynonym {
  @ApiProperty({
    ...PHRASES,
    minItems: 1,
    example: ['gas station', 'filling station'],
    description: `Words and phrases of up to ${MAX_WORDS} words, or emoji, that mean the same.`,
  })
  @Phrases()
  @ArrayMinSize(1, { message: 'terms must have at least one word or phrase.' })
  terms: string[];

  @ApiPropertyOptional({
    ...PHRASES,
    example: ['fuel'],
    description: 'Words and phrases that are found besides, but do not find the terms.',
  })
  @Omittable()
  @Phrases()
  alsoFinds?: string[];
}

/** What is left out stays as it is. */
@ApiSchema({ name: 'SynonymChange' })
export class SynonymChange extends PartialType(NewSynonym, { skipNullProperties: false }) {}

/** Words and phrases, trimmed, and emoji in their plainest form, as searches are. */
function Phrases() {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value.map((each: unknown) => (typeof each === 'string' ? plainPictures(each) : each))
        : value,
    ),
    IsArray({ message: '$property must be a list of words and phrases.' }),
    ArrayMaxSize(MAX_PHRASES, { message: `$property must be at most ${MAX_PHRASES}.` }),
    ArrayUnique({ message: '$property must not name one twice.' }),
    ValidateBy(
      {
        name: 'phrases',
        validator: { validate: isPhrase },
      },
      {
        each: true,
        message: `each of $property must be 1 to ${MAX_WORDS} words, or emoji, of at most ${MAX_LENGTH} characters.`,
      },
    ),
  );
}

function isPhrase(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return false;
  const words = PICTURE.test(value) ? value : plainText(value);
  return words !== '' && words.split(' ').length <= MAX_WORDS;
}
