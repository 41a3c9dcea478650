import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';

/**
 * A button that adds a business to the list that the browser keeps. Requires JavaScript. Its words
 * are on the link to the list, because a page may have many of these buttons.
 */
export function SaveButton({ business }: { business: BusinessDto }) {
  return <mnbd-save data-id={business.id} />;
}
