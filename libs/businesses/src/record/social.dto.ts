import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { SocialNetwork } from './social-networks.js';

/** URLs of the social media pages of a business. */
@ApiSchema({ name: 'Social' })
export class SocialDto implements Record<SocialNetwork, string | null> {
  @ApiProperty({ type: String, nullable: true, format: 'uri', example: 'https://example.com/fb' })
  facebook: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  instagram: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  linkedin: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  tiktok: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  twitter: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  youtube: string | null;
}
