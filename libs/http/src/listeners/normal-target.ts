import type { IncomingMessage } from 'node:http';

/** Percent-encoded letters, digits, "-", ".", "_" and "~", which need no encoding. */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * Normalizes a request target so that routing, limits and caches see one spelling: an absolute URL becomes
 * its path, and its host replaces the Host header (RFC 9112, section 3.2.2); unnecessary
 * percent-encoding is removed (RFC 3986, section 6.2.2.2).
 */
export function normalTarget(request: IncomingMessage): string {
  const target = toOriginForm(request);
  return target.includes('%') ? target.replace(NEEDLESSLY_ENCODED, decodeURIComponent) : target;
}

/** Converts an absolute URL to its path. Any other target becomes a path that no route has. */
function toOriginForm(request: IncomingMessage): string {
  const target = request.url!;
  if (target.startsWith('/')) return target;
  const [, authority, path] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (authority === undefined) return `/${target}`;
  request.headers.host = authority;
  return path!.startsWith('/') ? path! : `/${path}`;
}
