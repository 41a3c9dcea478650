/** Formats a North American number as "(612) 555-0100" and returns other numbers unchanged. */
export function formatPhone(e164: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : e164;
}

/**
 * Reports whether an address starts with http or https. Renderers do not block other schemes, and a
 * browser would run some.
 */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
