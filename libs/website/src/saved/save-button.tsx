import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  business: BusinessDto;
}

/** A button that adds a business to the list that the browser keeps. Requires JavaScript. */
export function SaveButton({ page, business }: Properties) {
  const { keep, kept, keptFull } = page.t.business;
  return (
    <mnbd-save data-id={business.id} data-save={keep} data-saved={kept} data-full={keptFull} />
  );
}
