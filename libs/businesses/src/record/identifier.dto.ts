import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { type Identifier, type IdentifierScheme, SCHEME_NAMES, SCHEMES } from './identifiers.js';

/** Validates the value of an identifier by its scheme. */
const ValueOfScheme = () =>
  Satisfies(
    (value: unknown, { scheme }: Partial<Identifier>) => {
      const known = scheme && SCHEMES[scheme];
      return typeof value === 'string' && (!known || known.pattern.test(value));
    },
    {
      message: ({ object }) => {
        const { scheme } = object as Partial<Identifier>;
        const known = scheme && SCHEMES[scheme];
        return known
          ? `value must be ${known.description}, such as ${known.example}.`
          : 'value must be text.';
      },
    },
  );

/** Identifier of a business in another register. */
@ApiSchema({ name: 'Identifier' })
export class IdentifierDto implements Identifier {
  @Field.choice(SCHEME_NAMES, { name: 'IdentifierScheme', example: 'osm' })
  scheme: IdentifierScheme;

  @Field.text({ max: 64, by: ValueOfScheme(), example: 'node/123' })
  value: string;
}
