/** One spelling for one mailbox: mail providers do not tell addresses apart by case. */
export function normaliseEmail(address: string): string {
  return address.trim().toLowerCase();
}
