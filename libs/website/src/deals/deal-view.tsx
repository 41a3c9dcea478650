import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import { WebsiteButton, isHttpAddress } from '../contact/contact-details.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';
import { isOver, validity } from './validity.js';

interface Properties {
  page: PageContext;
  deal: DealDto;
}

export function DealView({ page, deal }: Properties) {
  const t = page.t.deals;
  const { title, description, business, code, terms, website } = deal;
  return (
    <>
      <article>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p>
          {t.offeredBy}{' '}
          <a href={page.href(`/b/${business.slug}`)}>
            <bdi>{business.name}</bdi>
          </a>
        </p>
        <p class={isOver(deal, page.now) ? 'note' : 'deal'}>
          <strong>{validity(page, deal)}</strong>
          {code && <bdi class="line">{t.code(code)}</bdi>}
        </p>
        {description && (
          <p class="description">
            <bdi>{description}</bdi>
          </p>
        )}
        {terms && (
          <Section id="terms" title={t.terms}>
            <p class="text">
              <bdi>{terms}</bdi>
            </p>
          </Section>
        )}
        {website && isHttpAddress(website) && (
          <ul class="actions">
            <WebsiteButton page={page} address={website} label={t.website} />
          </ul>
        )}
      </article>
      <p>
        <a href={page.href('/deals')}>{t.all}</a>
      </p>
    </>
  );
}
