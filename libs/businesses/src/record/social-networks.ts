/** Networks on which a business can have a page. */
export const SOCIAL_NETWORKS = [
  'facebook',
  'instagram',
  'linkedin',
  'tiktok',
  'twitter',
  'youtube',
] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];
