/** A number of North America as people there write it: "(612) 555-0100"; others as they are. */
export function formatPhone(e164: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : e164;
}

/** Every renderer passes other schemes on, and a browser would run some. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
