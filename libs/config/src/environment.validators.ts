import { isEmail, isIP } from 'class-validator';

/** Returns a check for a URL with one of the schemes and a host. */
export function isUrlOf(...protocols: string[]): (text: string) => boolean {
  return (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    // A URL of PostgreSQL may name a socket in its parameters.
    return protocols.includes(protocol) && (hostname !== '' || protocol.startsWith('postgres'));
  };
}

/** Reports whether a text is an http(s) URL with nothing after the host and port. */
export function isOrigin(text: string): boolean {
  return isUrlOf('http:', 'https:')(text) && new URL(text).pathname === '/' && !/[?#@]/.test(text);
}

/** Reports whether a text is the sender of emails, either `address` or `Name <address>`. */
export function isSender(text: string): boolean {
  const address = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
  return !/[\r\n]/.test(text) && isEmail(address, { require_tld: false });
}

/** Reports whether a text is a host name or IP address. */
export function isHost(name: string): boolean {
  if (name.length > 253) return false;
  if (isIP(name)) return true;
  // A URL cannot contain a name such as 999.1.1.1.
  return /^([\w-]{1,63}\.)*[\w-]{1,63}$/.test(name) && URL.canParse(`http://${name}`);
}

/** Reports whether all are host names or IP addresses. The first label of a name may be `*`. */
export function areHostNames(names: string[]): boolean {
  return names.every((name) => isHost(name.replace(/^\*\./, '')));
}

/** Networks that TRUST_PROXY accepts by name. */
export const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Reports whether proxies are all or none, 1 to 100 hops, or a list of addresses and networks. */
export function areProxies(value: boolean | number | string): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return value >= 1 && value <= 100;
  return value.split(',').every((part) => isNetwork(part.trim()));
}

function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true;
  const [address, prefix, ...rest] = text.split('/');
  const bits = isIP(address, 4) ? 32 : isIP(address, 6) ? 128 : undefined;
  if (bits === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
