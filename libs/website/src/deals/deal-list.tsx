import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  deals: readonly DealDto[];
  /** Whether it is said whose they are. */
  showsBusiness?: boolean;
}

export function DealList({ page, deals, showsBusiness = false }: Properties) {
  const t = page.t.business;
  return (
    <ul class="plain">
      {deals.map(({ title, description, business, code, endsAt }) => (
        <li class="deal">
          <strong>
            <bdi>{title}</bdi>
          </strong>
          {showsBusiness && (
            <>
              {' · '}
              <a href={page.href(`/b/${business.slug}`)}>
                <bdi>{business.name}</bdi>
              </a>
            </>
          )}
          {description && (
            <span class="line">
              <bdi>{description}</bdi>
            </span>
          )}
          <span class="line quiet">
            {[endsAt && t.until(page.date(new Date(endsAt))), code && t.code(code)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
