import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { AttributeName } from '#libs/businesses/src/record/attributes.js';
import { FEATURE_FILTERS, type FeatureFilter } from '#libs/directory-index/src/attributes.js';
import { Icon } from '../layout/icon.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';

const ICONS: Record<FeatureFilter | 'cashOnly' | 'languages', string> = {
  wheelchair: 'accessibility',
  wifi: 'wifi',
  outdoorSeating: 'umbrella',
  takeout: 'shopping-bag',
  delivery: 'truck',
  reservations: 'calendar-check',
  parking: 'square-parking',
  restroom: 'toilet',
  appointmentOnly: 'calendar-clock',
  ebt: 'credit-card',
  wic: 'baby',
  cashOnly: 'banknote',
  languages: 'languages',
};

interface Properties {
  page: PageContext;
  business: Pick<BusinessDto, 'attributes'>;
}

/**
 * Lists the attributes of a business that decide a visit. Access is also stated where it is
 * missing; other attributes are omitted then.
 */
export function Attributes({ page, business: { attributes } }: Properties) {
  const t = page.t.attributes;
  const { wheelchair, languages } = attributes;
  const payment = attributes.payment ?? [];
  const facts: [name: keyof typeof ICONS, text: string | false | null | undefined][] = [
    ['wheelchair', wheelchair && t.wheelchair[wheelchair as keyof typeof t.wheelchair]],
    ...FEATURE_FILTERS.map((name): (typeof facts)[number] => [
      name,
      (attributes[name as AttributeName] === true || payment.includes(name)) && t.filters[name],
    ]),
    ['cashOnly', payment.length === 1 && payment[0] === 'cash' && t.cashOnly],
    [
      'languages',
      languages && t.languages(languages.map((code) => page.languageName(code)).join(', ')),
    ],
  ];
  const known = facts.filter(([, text]) => text);
  return (
    <Section id="attributes" title={t.title} items={known}>
      <ul class="attributes">
        {known.map(([name, text]) => (
          <li>
            <Icon name={ICONS[name]} /> {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
