import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { AttributeName } from '#libs/businesses/src/record/attributes.js';
import { ATTRIBUTE_FILTERS } from '#libs/directory-index/src/attributes.js';
import type { PageContext } from '../pages/page-context.js';

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
  const facts = [
    wheelchair && t.wheelchair[wheelchair as keyof typeof t.wheelchair],
    ...ATTRIBUTE_FILTERS.map(
      (name) => attributes[name as AttributeName] === true && t.filters[name],
    ),
    payment.length === 1 && payment[0] === 'cash' && t.cashOnly,
    payment.includes('ebt') && t.filters.ebt,
    payment.includes('wic') && t.filters.wic,
    languages && t.languages(languages.map((code) => page.languageName(code)).join(', ')),
  ].filter((fact) => typeof fact === 'string');
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="attributes">
      <h2 id="attributes">{t.title}</h2>
      <ul class="attributes">
        {facts.map((fact) => (
          <li>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
