import type { Facets } from '#libs/directory-index/src/facets.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { BusinessList } from '../business/business-card.js';
import { Pictogram } from '../business/pictogram.js';
import { DealList } from '../deals/deal-list.js';
import { EventList } from '../events/event-list.js';
import { SearchForm } from '../layout/search-form.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';
import { searchAddress } from '../search/search-query.js';
import { categoryTiles } from './category-tiles.js';
import { StatePicture } from './state-picture.js';

const CITIES = 12;

interface Properties {
  page: PageContext;
  whole: Facets;
  newest: readonly BusinessDto[];
  events: readonly EventDto[];
  deals: readonly DealDto[];
}

export function HomeView({ page, whole, newest, events, deals }: Properties) {
  const { home, landing, nav } = page.t;
  return (
    <>
      <div class="hero">
        <div>
          <h1>{home.title}</h1>
          <p class="lead">
            {whole.total === 0 ? home.empty : home.lead(whole.total)}{' '}
            {whole.openNow > 0 && (
              <a href={page.href(searchAddress('/search', { open: 'now' }))}>
                {home.openNow(whole.openNow)}
              </a>
            )}
          </p>
          <SearchForm page={page} />
        </div>
        <StatePicture page={page} cities={whole.cities} />
      </div>
      <Section id="categories" title={nav.categories}>
        <ul class="tiles">
          {categoryTiles(whole.categories).map((category) => (
            <li>
              <a href={page.href(`/c/${category.slug}`)}>
                <Pictogram category={category} />
                <span>
                  <bdi>{page.categoryPlural(category.name)}</bdi>
                  <span class="quiet">{page.number(category.count)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <p>
          <a href={page.href('/categories')}>{landing.categories}</a>
        </p>
      </Section>
      <Section id="cities" title={nav.cities}>
        <ul class="inline">
          {whole.cities.slice(0, CITIES).map(({ slug, name, count }) => (
            <li>
              <a href={page.href(`/in/${slug}`)}>
                <bdi>{name}</bdi>
              </a>{' '}
              <span class="quiet">{page.number(count)}</span>
            </li>
          ))}
        </ul>
        <p>
          <a href={page.href('/cities')}>{landing.cities}</a>
        </p>
      </Section>
      <Section id="newest" title={home.newest} items={newest}>
        <BusinessList page={page} items={newest} />
        <p>
          <a href={page.href('/new')}>{page.t.newest.all}</a>
        </p>
      </Section>
      <div class="columns">
        <Section id="events" title={home.events} items={events}>
          <EventList page={page} events={events} />
          <p>
            <a href={page.href('/events')}>{page.t.events.all}</a>
          </p>
        </Section>
        <Section id="deals" title={home.deals} items={deals}>
          <DealList page={page} deals={deals} showsBusiness />
          <p>
            <a href={page.href('/deals')}>{page.t.deals.all}</a>
          </p>
        </Section>
      </div>
    </>
  );
}
