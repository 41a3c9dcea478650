import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import { type SocialDto } from '../record/social.dto.js';

const Account = () => (target: object, property: string) =>
  Field.url({ optional: true, nullable: true, example: `https://example.com/${property}` })(
    target,
    property,
  );

/** Social media pages. Omitted ones keep their value; null removes one. */
@ApiSchema({ name: 'SocialInput' })
export class SocialInput implements Partial<SocialDto> {
  @Account()
  facebook?: string | null;

  @Account()
  instagram?: string | null;

  @Account()
  linkedin?: string | null;

  @Account()
  tiktok?: string | null;

  @Account()
  twitter?: string | null;

  @Account()
  youtube?: string | null;
}
