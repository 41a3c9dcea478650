import { OpeningLabel } from '../business/opening-label.js';
import { CallButton, DirectionsButton, streetAndCity } from '../contact/contact-details.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';
import type { Located } from './map.service.js';

interface Properties {
  page: PageContext;
  business: Located;
  /** Address of the map without the preview. */
  closeHref: string;
}

/** A business on the map: its name, status, address and actions. */
export function Preview({ page, business, closeHref }: Properties) {
  const { slug, name, categories, phone } = business;
  return (
    <section class="preview" aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1}>
        <bdi>{name}</bdi>
      </h2>
      <a class="close" href={closeHref} rel="nofollow" aria-label={page.t.map.close}>
        <Icon page={page} name="x" />
      </a>
      <p class="quiet">{page.categoryNames(categories)}</p>
      <p>
        <OpeningLabel page={page} business={business} />
      </p>
      <p>
        <bdi>{streetAndCity(business)}</bdi>
      </p>
      <ul class="actions in-row">
        <CallButton page={page} phone={phone} />
        <DirectionsButton page={page} business={business} />
        <li>
          <a class="button" href={page.href(`/b/${slug}`)}>
            <Icon page={page} name="store" />
            <span>{page.t.map.open}</span>
          </a>
        </li>
      </ul>
    </section>
  );
}
