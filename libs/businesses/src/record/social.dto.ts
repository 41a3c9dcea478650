import { ApiSchema } from '@nestjs/swagger';
import { CLEARABLE, Field, withProperties } from '#libs/http/src/validation/field.js';
import { SOCIAL_NETWORKS, type SocialNetwork } from './social-networks.js';

type Accounts = Record<SocialNetwork, string | null>;

/** URLs of the social media pages of a business. */
@ApiSchema({ name: 'Social' })
export class SocialDto extends withProperties<Accounts>(SOCIAL_NETWORKS, (name) =>
  Field.url({ nullable: true, example: name === 'facebook' ? 'https://example.com/fb' : null }),
) {}

/** Social media pages. Omitted ones keep their value; null removes one. */
@ApiSchema({ name: 'SocialInput' })
export class SocialInput extends withProperties<Partial<Accounts>>(SOCIAL_NETWORKS, (name) =>
  Field.url({ ...CLEARABLE, example: `https://example.com/${name}` }),
) {}
