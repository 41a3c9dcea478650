import type { Complete } from '#libs/imports/src/sources/source-input.dto.js';

/** Returns a sentence that states what a complete file does. */
export function consequenceOf(complete: Complete): string {
  return `--complete ${complete} ${complete}s every business of the source that the file lacks.`;
}

/** Returns the question whether to close or remove the missing businesses. */
export function completeQuestion(complete: Complete, missing: number, total: number): string {
  return (
    `${missing} of the ${total} rows of this source are missing from the file. ` +
    `${complete === 'close' ? 'Close' : 'Remove'} their businesses, unless an admin or another source keeps them?`
  );
}

/**
 * Describes the result of a complete file.
 *
 * @param missing number of missing rows, or undefined if the user did not confirm
 */
export function missingLine(complete: Complete, missing: number | undefined): string {
  return missing === undefined
    ? `missing    nothing was ${complete}d, because you did not confirm`
    : `missing    ${missing}: ${complete}d, unless an admin or another source keeps them`;
}
