import type { ComponentChildren } from 'preact';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { BusinessList } from '../business/business-card.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  title: string;
  lead: ComponentChildren;
  /** Title of the businesses. */
  nearTitle: string;
  near: readonly BusinessDto[];
  /** Lists that the address may mean. */
  lists: readonly { name: string; href: string }[];
}

export function ErrorView({ page, title, lead, nearTitle, near, lists }: Properties) {
  const { landing, nav } = page.t;
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
      <Section id="perhaps" title={nearTitle} items={near}>
        {lists.length > 0 && (
          <ul class="inline">
            {lists.map(({ name, href }) => (
              <li>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        )}
        <BusinessList page={page} items={near} />
      </Section>
      <ul class="inline">
        <li>
          <a href={page.href('/categories')}>{landing.categories}</a>
        </li>
        <li>
          <a href={page.href('/cities')}>{landing.cities}</a>
        </li>
        <li>
          <a href={page.href('/map')}>{nav.map}</a>
        </li>
      </ul>
    </>
  );
}
