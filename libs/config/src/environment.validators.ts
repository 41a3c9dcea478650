import {
  isEmail,
  isIP,
  ValidateBy,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';

interface UrlOptions extends ValidationOptions {
  originOnly?: boolean;
}

/**
 * Validates a URL with one of the given schemes and a host. With `originOnly`, nothing may follow
 * the host and port.
 */
export function IsUrlOf(protocols: string[], { originOnly, ...options }: UrlOptions = {}) {
  const validate = (value: unknown): boolean => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const url = new URL(value);
    if (!protocols.includes(url.protocol)) return false;
    // A URL of PostgreSQL may name a socket in its parameters.
    if (url.hostname === '' && !url.protocol.startsWith('postgres')) return false;
    return !originOnly || (url.pathname === '/' && !/[?#@]/.test(value));
  };
  return ValidateBy({ name: 'isUrlOf', validator: { validate } }, options);
}

/** Validates a mailbox, either `address` or `Name <address>`. */
export function IsMailbox(options: ValidationOptions) {
  const validate = (value: unknown): boolean => {
    if (typeof value !== 'string' || /[\r\n]/.test(value)) return false;
    const address = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
    return isEmail(address, { require_tld: false });
  };
  return ValidateBy({ name: 'isMailbox', validator: { validate } }, options);
}

/** Validates a host name or IP address. */
export function IsHost(options: ValidationOptions) {
  return ValidateBy({ name: 'isHost', validator: { validate: isHost } }, options);
}

function isHost(name: unknown): boolean {
  if (typeof name !== 'string' || name.length > 253) return false;
  if (isIP(name)) return true;
  // A URL cannot contain a name such as 999.1.1.1.
  return /^([\w-]{1,63}\.)*[\w-]{1,63}$/.test(name) && URL.canParse(`http://${name}`);
}

/** Validates a list of host names and IP addresses. The first label of a name may be `*`. */
export function IsHostNames(options: ValidationOptions) {
  const validate = (value: unknown): boolean =>
    Array.isArray(value) && value.every((name: string) => isHost(name.replace(/^\*\./, '')));
  return ValidateBy({ name: 'isHostNames', validator: { validate } }, options);
}

/** Validates a value in combination with other variables. */
export function GoesWith<T extends object>(
  isPossible: (environment: T) => boolean,
  options: ValidationOptions,
) {
  const validate = (_value: unknown, args?: ValidationArguments) => isPossible(args!.object as T);
  return ValidateBy({ name: 'goesWith', validator: { validate } }, options);
}

/** Networks that TRUST_PROXY accepts by name. */
export const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Validates a value for Fastify's `trustProxy`: a boolean, a number of hops, or a list of addresses
 * and networks.
 */
export function IsTrustProxy(options: ValidationOptions) {
  const isNetwork = (text: string): boolean => {
    if (Object.hasOwn(NAMED_NETWORKS, text)) return true;
    const [address, prefix, ...rest] = text.split('/');
    const bits = isIP(address, 4) ? 32 : isIP(address, 6) ? 128 : undefined;
    if (bits === undefined || rest.length > 0) return false;
    return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  };
  const validate = (value: unknown): boolean => {
    if (typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isInteger(value) && value >= 1 && value <= 100;
    return typeof value === 'string' && value.split(',').every((part) => isNetwork(part.trim()));
  };
  return ValidateBy({ name: 'isTrustProxy', validator: { validate } }, options);
}
