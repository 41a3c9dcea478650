import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** A telephone number in E.164, read as a caller in the United States would; null where it is none. */
export function cleanPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isValid() ? number.number : null;
}

const MAX_LENGTH = 2_000;

/** A web address as a browser needs it; without a scheme, https. Null where it is none. */
export function cleanWebsite(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password || !/\.[a-z][a-z0-9-]*$/i.test(url.hostname)) {
    return null;
  }
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
}

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
