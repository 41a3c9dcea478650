export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const MAX_SLUG_LENGTH = 100;

/** Lower-case words of ASCII letters and digits with hyphens between. */
export const SLUG_FORM = /^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a slug, and not an id that looks like one. */
export function isSlug(text: string): boolean {
  return SLUG_FORM.test(text) && !isUuid(text);
}
