const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Lower-case words of ASCII letters and digits with hyphens between; a UUID is none. */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && !isUuid(text);
}
