import { cleanWebsite } from './website.js';

/** The networks whose columns are read, and where a bare account name stands on each. */
export const SOCIAL_NETWORKS = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  twitter: 'https://x.com/',
  linkedin: 'https://www.linkedin.com/company/',
  youtube: 'https://www.youtube.com/@',
  tiktok: 'https://www.tiktok.com/@',
} as const;

export type SocialNetwork = keyof typeof SOCIAL_NETWORKS;

/** The address of an account, from its address or its name (with or without @). */
export function cleanSocial(network: SocialNetwork, text: string): string | null {
  const account = /^@?([\w.-]+)$/.exec(text)?.[1];
  const isAddress = /[/:]|\.com$/.test(text);
  return cleanWebsite(account && !isAddress ? SOCIAL_NETWORKS[network] + account : text);
}
