import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import { inLine } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';
import { validity } from './validity.js';

interface Properties {
  page: PageContext;
  deals: readonly DealDto[];
  showsBusiness?: boolean;
}

export function DealList({ page, deals, showsBusiness = false }: Properties) {
  return (
    <ul class="plain">
      {deals.map((deal) => (
        <li class="deal">
          <a href={page.href(`/deals/${deal.slug}`)}>
            <strong>
              <bdi>{deal.title}</bdi>
            </strong>
          </a>
          {showsBusiness && (
            <>
              {' · '}
              <a href={page.href(`/b/${deal.business.slug}`)}>
                <bdi>{inLine(deal.business.name, deal.city)}</bdi>
              </a>
            </>
          )}
          {deal.description && (
            <span class="line">
              <bdi>{deal.description}</bdi>
            </span>
          )}
          <span class="line quiet">
            {[validity(page, deal), deal.code && page.t.deals.code(deal.code)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
