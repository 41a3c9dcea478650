import { render } from 'preact-render-to-string';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { pageContext } from '../../../../test/support/page-context.ts';
import { Attributes } from './attributes.js';

describe(Attributes.name, () => {
  it.each([
    [{}, []],
    [{ wifi: false, parking: null }, []],
    [{ wheelchair: 'no' }, ['accessibility: Not wheelchair accessible']],
    [{ payment: ['cash'] }, ['banknote: Cash only']],
    [{ payment: ['cash', 'ebt', 'wic'] }, ['credit-card: Takes EBT/SNAP', 'baby: Takes WIC']],
    [
      { outdoorSeating: true, languages: ['en', 'es'] },
      ['umbrella: Outdoor seating', 'languages: Speaks English, Spanish'],
    ],
  ])('lists %j with an icon each', (attributes, expected) => {
    const business = { attributes } as unknown as Pick<BusinessDto, 'attributes'>;
    const html = render(<Attributes page={pageContext()} business={business} />);
    const items = [...html.matchAll(/<li>.*?#icon-([\w-]+)".*?<\/svg> (.*?)<\/li>/g)];
    expect(items.map(([, icon, text]) => `${icon}: ${text}`)).toEqual(expected);
    expect(html === '').toBe(expected.length === 0);
  });
});
