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
