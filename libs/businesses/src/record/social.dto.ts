import { ApiProperty, ApiSchema } from '@nestjs/swagger';

export const SOCIAL_NETWORKS = [
  'facebook',
  'instagram',
  'linkedin',
  'tiktok',
  'twitter',
  'youtube',
] as const;

/** Addresses of a business's own pages. */
@ApiSchema({ name: 'Social' })
export class SocialDto implements Record<(typeof SOCIAL_NETWORKS)[number], string | null> {
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
