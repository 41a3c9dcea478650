import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { MAX_WEB_ADDRESS, WebAddress } from '#libs/http/src/validation/web-address.decorator.js';
import { type SocialDto } from '../record/social.dto.js';

const Account = () => (target: object, property: string) => {
  ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_WEB_ADDRESS,
    example: `https://example.com/${property}`,
  })(target, property);
  IsOptional()(target, property);
  WebAddress()(target, property);
};

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
