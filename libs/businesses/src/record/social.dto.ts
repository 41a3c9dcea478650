import { ApiSchema } from '@nestjs/swagger';
import { Field } from '#libs/http/src/validation/field.js';
import type { SocialNetwork } from './social-networks.js';

/** URLs of the social media pages of a business. */
@ApiSchema({ name: 'Social' })
export class SocialDto implements Record<SocialNetwork, string | null> {
  @Field.url({ nullable: true, example: 'https://example.com/fb' })
  facebook: string | null;

  @Field.url({ nullable: true, example: null })
  instagram: string | null;

  @Field.url({ nullable: true, example: null })
  linkedin: string | null;

  @Field.url({ nullable: true, example: null })
  tiktok: string | null;

  @Field.url({ nullable: true, example: null })
  twitter: string | null;

  @Field.url({ nullable: true, example: null })
  youtube: string | null;
}
