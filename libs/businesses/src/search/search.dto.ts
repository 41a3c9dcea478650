import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** What was made of `q`. */
@ApiSchema({ name: 'Search' })
export class SearchDto {
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 1000,
    example: null,
    description:
      'The text as it was read, in lower case and without punctuation, where slips were corrected or ' +
      'words left out that the directory does not have; null where it was read as it was typed.',
  })
  corrected: string | null;
}

/** What an answer says of the search beside its data: nothing where there was none. */
export function searchOf({ q }: { q?: string }, { corrected }: SearchDto): { search?: SearchDto } {
  return q === undefined ? {} : { search: { corrected } };
}
