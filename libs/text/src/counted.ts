/** Returns a count with its noun: "1 request", "2 requests". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
