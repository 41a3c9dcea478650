import type { SocialNetwork } from '#libs/businesses/src/record/social-networks.js';
import type { Noted } from './notes.js';
import { partsOf } from './text.js';

const MAX_LENGTH = 2_000;

/**
 * Reads a web address, or the target of an HTML link, as a full URL with https by default; the
 * first if there are several. Null if there is none.
 */
export function cleanWebsite(text: string): Noted<string> | null {
  const linked = /<a\s[^<>]*href\s*=\s*["']?([^"'\s<>]+)/i.exec(text)?.[1];
  const parts = partsOf(linked ?? text, /[;|]|,\s*(?=https?:|www\.)|,\s+/i);
  // Only a list of addresses counts, not a sentence.
  const addresses = parts.map(webAddress);
  if (addresses.length === 0 || addresses.includes(null)) return null;
  return { value: addresses[0]!, ...(parts.length > 1 && { note: 'firstOfSeveral' as const }) };
}

function webAddress(text: string): string | null {
  const mended = text
    .replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
    .replace(/^h?t{1,2}ps?:\/{1,2}(?=[^/])/i, (scheme) =>
      /s:/i.test(scheme) ? 'https://' : 'http://',
    );
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(mended) ? mended : `https://${mended}`;
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password || !HOST.test(url.hostname)) return null;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
}

/** A host name with a domain, not an IP address. */
const HOST = /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/i;

/** URL prefixes of accounts. */
const ACCOUNT_ADDRESSES: Record<SocialNetwork, string> = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  twitter: 'https://x.com/',
  linkedin: 'https://www.linkedin.com/company/',
  youtube: 'https://www.youtube.com/@',
  tiktok: 'https://www.tiktok.com/@',
};

/** Returns an account's URL from its URL or name (with or without @). */
export function cleanSocial(network: SocialNetwork, text: string): string | null {
  if (/^(?:yes|no|true|false|[ynx01])$/i.test(text)) return null;
  const account = /^@?([\w.-]+)$/.exec(text)?.[1];
  const isAddress = /[/:]|\.com$/.test(text);
  return webAddress(account && !isAddress ? ACCOUNT_ADDRESSES[network] + account : text);
}
