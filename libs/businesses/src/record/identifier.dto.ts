import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn, ValidateBy } from 'class-validator';
import { type Identifier, type IdentifierScheme, SCHEME_NAMES, SCHEMES } from './identifiers.js';

/** Validates the value of an identifier by its scheme. */
const ValueOfScheme = () =>
  ValidateBy({
    name: 'valueOfScheme',
    validator: {
      validate: (value, args) => {
        const { scheme } = args!.object as Partial<Identifier>;
        const known = scheme && SCHEMES[scheme];
        return typeof value === 'string' && (!known || known.pattern.test(value));
      },
      defaultMessage: (args) => {
        const { scheme } = args!.object as Partial<Identifier>;
        const known = scheme && SCHEMES[scheme];
        return known
          ? `value must be ${known.description}, such as ${known.example}.`
          : 'value must be text.';
      },
    },
  });

/** Identifier of a business in another register. */
@ApiSchema({ name: 'Identifier' })
export class IdentifierDto implements Identifier {
  @ApiProperty({ enum: SCHEME_NAMES, enumName: 'IdentifierScheme', example: 'osm' })
  @IsIn(SCHEME_NAMES, { message: `scheme must be one of ${SCHEME_NAMES.join(', ')}.` })
  scheme: IdentifierScheme;

  @ApiProperty({ maxLength: 64, example: 'node/123' })
  @ValueOfScheme()
  value: string;
}
