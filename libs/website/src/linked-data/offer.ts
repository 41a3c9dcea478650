import type { Offer, WithContext } from 'schema-dts';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { PageContext } from '../pages/page-context.js';

/** Describes a deal to search engines. */
export function offer(page: PageContext, deal: DealDto): WithContext<Offer> {
  const { slug, title, description, business, startsAt, endsAt } = deal;
  const address = page.address(`/b/${business.slug}`);
  return {
    '@context': 'https://schema.org',
    '@type': 'Offer',
    name: title,
    description: description ?? undefined,
    url: page.address(`/deals/${slug}`),
    validFrom: startsAt,
    validThrough: endsAt ?? undefined,
    offeredBy: {
      '@type': 'LocalBusiness',
      '@id': `${address}#business`,
      name: business.name,
      url: address,
    },
  };
}
