/** Maximum number of businesses in a list, which keeps its address below 4 KB. */
export const MOST_IN_LIST = 100;

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the distinct business ids in a text, separated by commas. Ignores everything else. */
export function idsIn(text: string): string[] {
  const ids = text.split(',', MOST_IN_LIST).filter((each) => ID.test(each));
  return [...new Set(ids)];
}
