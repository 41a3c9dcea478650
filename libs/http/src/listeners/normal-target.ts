import type { IncomingMessage } from 'node:http';

/** Letters, digits, "-", ".", "_" and "~", which mean the same with and without percent-encoding. */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * A request's target in its normal form, so that all that goes by it sees one spelling: the path of
 * a target that is a whole URL, whose host holds whatever the Host header says (RFC 9112, section
 * 3.2.2), and nothing encoded that need not be (RFC 3986, section 6.2.2.2).
 */
export function normalTarget(request: IncomingMessage): string {
  const target = toOriginForm(request);
  return target.includes('%') ? target.replace(NEEDLESSLY_ENCODED, decodeURIComponent) : target;
}

/** Other targets stay as they are. */
function toOriginForm(request: IncomingMessage): string {
  const target = request.url!;
  if (target.startsWith('/')) return target;
  const [, authority, path] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (authority === undefined) return target;
  request.headers.host = authority;
  return path!.startsWith('/') ? path! : `/${path}`;
}
