import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import { formatPhone, streetAndCity } from '../contact/contact-details.js';
import { OpeningLabel } from './opening-label.js';
import { Pictogram } from './pictogram.js';

interface Properties {
  page: PageContext;
  business: BusinessDto;
  /** Address that the name links to. Default: the page of the business. */
  href?: string;
}

/** A business in a list: name, categories, opening status, address and phone number. */
export function BusinessCard({ page, business, href }: Properties) {
  const { slug, name, categories, phone, distance } = business;
  const place = streetAndCity(business);
  return (
    <article class="card">
      <Pictogram category={categories[0]} />
      <div>
        <h3>
          <a href={href ?? page.href(`/b/${slug}`)}>
            <bdi>{name}</bdi>
          </a>
        </h3>
        <p class="quiet">{page.categoryNames(categories)}</p>
        <p>
          <OpeningLabel page={page} business={business} />
        </p>
        <p>
          {place && <bdi>{place}</bdi>}
          {distance != null && (
            <>
              {' '}
              <span class="distance">· {page.distance(distance)}</span>
            </>
          )}
        </p>
      </div>
      {phone && (
        <a class="phone" href={`tel:${phone}`}>
          <Icon name="phone" />
          <span>{formatPhone(phone)}</span>
        </a>
      )}
      <mnbd-save data-id={business.id} />
    </article>
  );
}

export function BusinessList({
  page,
  items,
}: {
  page: PageContext;
  items: readonly BusinessDto[];
}) {
  return (
    <ul class="cards">
      {items.map((business) => (
        <li>
          <BusinessCard page={page} business={business} />
        </li>
      ))}
    </ul>
  );
}
