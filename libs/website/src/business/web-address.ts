/** Every renderer passes other schemes on, and a browser would run some. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
