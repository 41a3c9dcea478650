import { render } from 'preact-render-to-string';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { HoursDto } from '#libs/businesses/src/record/hours.dto.js';
import { EXAMPLE_BUSINESS, EXAMPLE_EVENT } from '../../../../test/support/examples.ts';
import { pageContext } from '../../../../test/support/page-context.ts';
import { LinkedData } from '../layout/layout.js';
import { english } from '../texts/en.js';
import { spanish } from '../texts/es.js';
import { breadcrumbList, happening, webSite } from './linked-data.js';
import { businessType } from './business-type.js';
import { localBusiness } from './local-business.js';

const ORIGIN = 'https://directory.example.org';
const SITE = { PUBLIC_URL: ORIGIN };
const page = pageContext(new Date(), english, SITE);
const inSpanish = pageContext(new Date(), spanish, SITE);

interface Read {
  url: string;
  sameAs: string[];
  address: object;
  geo?: object;
  openingHoursSpecification?: object[];
  specialOpeningHoursSpecification?: object[];
}

/** Returns the data as a crawler reads it. */
function of(changes: Partial<BusinessDto>): Read {
  const data = localBusiness(page, { ...EXAMPLE_BUSINESS, ...changes });
  return JSON.parse(JSON.stringify(data)) as Read;
}

describe(localBusiness.name, () => {
  it('contains every known detail of a business', () => {
    expect(of({})).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Bakery',
      '@id': `${ORIGIN}/b/loon-lake-bakery-duluth#business`,
      mainEntityOfPage: `${ORIGIN}/b/loon-lake-bakery-duluth`,
      name: 'Loon Lake Bakery',
      description: 'Sourdough, pasties and cardamom rolls.',
      url: 'https://loonlake.example.com/',
      telephone: '+12185550147',
      email: 'hello@loonlake.example.com',
      foundingDate: '1998-05-02',
      legalName: 'Loon Lake Baking LLC',
      priceRange: '$$',
      sameAs: ['https://loonlake.example.com/', 'https://facebook.com/loonlake.example'],
      address: {
        '@type': 'PostalAddress',
        streetAddress: '12 Superior St, Suite 2',
        addressLocality: 'Duluth',
        addressRegion: 'MN',
        postalCode: '55802',
        addressCountry: 'US',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 46.78, longitude: -92.1 },
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Friday'],
          opens: '07:00',
          closes: '15:00',
        },
      ],
      specialOpeningHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          validFrom: '2026-12-24',
          validThrough: '2026-12-24',
          opens: '09:00',
          closes: '14:00',
        },
      ],
    });
  });

  it.each(['postalCode', 'city'] as const)(
    'omits a point that is only precise to its %s',
    (precision) => {
      expect(of({ location: { latitude: 46.8, longitude: -92.1, precision } }).geo).toBeUndefined();
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com'])(
    'omits a %s link',
    (website) => {
      const { url, sameAs } = of({ website });
      expect(url).toBe(`${ORIGIN}/b/loon-lake-bakery-duluth`);
      expect(sameAs).not.toContain(website);
    },
  );

  const hours = (...stretches: HoursDto[]) => of({ hours: stretches }).openingHoursSpecification;

  it('groups days with the same hours and keeps shifts separate, also past midnight', () => {
    const split = (['monday', 'tuesday'] as const).flatMap((day) => [
      { day, opens: '08:00', closes: '12:00' },
      { day, opens: '18:00', closes: '02:00' },
    ]);
    expect(hours(...split)).toMatchObject([
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '08:00', closes: '12:00' },
      { dayOfWeek: ['Monday', 'Tuesday'], opens: '18:00', closes: '02:00' },
    ]);
  });

  it('merges the overlapping hours of one day', () => {
    expect(
      hours(
        { day: 'monday', opens: '11:00', closes: '15:00' },
        { day: 'monday', opens: '09:00', closes: '12:00' },
      ),
    ).toMatchObject([{ dayOfWeek: ['Monday'], opens: '09:00', closes: '15:00' }]);
    // More than 24 hours would read as two.
    expect(
      hours(
        { day: 'friday', opens: '00:00', closes: '00:00' },
        { day: 'friday', opens: '22:00', closes: '02:00' },
      ),
    ).toMatchObject([{ dayOfWeek: ['Friday'], opens: '00:00', closes: '23:59' }]);
  });

  it('ends a full day at its last minute', () => {
    expect(hours(...DAYS.map((day) => ({ day, opens: '00:00', closes: '00:00' })))).toMatchObject([
      { dayOfWeek: { length: 7 }, opens: '00:00', closes: '23:59' },
    ]);
    expect(hours({ day: 'monday', opens: '07:00', closes: '07:00' })).toMatchObject([
      { opens: '07:00', closes: '06:59' },
    ]);
  });

  it.each(['closed', 'temporarily_closed'] as const)(
    'omits the hours while the business is %s',
    (status) => {
      expect(of({ status }).openingHoursSpecification).toBeUndefined();
    },
  );

  it('closes on a date by opening and closing at midnight', () => {
    const specialHours = [{ date: '2026-12-25', closed: true, hours: [], name: null }];
    expect(of({ specialHours }).specialOpeningHoursSpecification).toMatchObject([
      { validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
    ]);
  });

  it('omits missing values', () => {
    const { address, ...rest } = of({
      description: null,
      phone: null,
      email: null,
      website: null,
      establishedOn: null,
      location: null,
      hours: [],
      specialHours: [],
      categories: [],
      legalName: null,
      priceLevel: null,
      address: {
        ...EXAMPLE_BUSINESS.address,
        street: null,
        unit: null,
        city: null,
        postalCode: null,
      },
    });
    expect(address).toEqual({
      '@type': 'PostalAddress',
      addressRegion: 'MN',
      addressCountry: 'US',
    });
    expect(Object.keys(rest)).toEqual([
      ...['@context', '@type', '@id', 'mainEntityOfPage', 'name', 'url', 'sameAs'],
    ]);
  });
});

describe(businessType.name, () => {
  it.each([
    [['restaurant'], 'Restaurant'],
    [['cafe', 'bakery'], 'CafeOrCoffeeShop'],
    [['coffee-roaster'], 'CafeOrCoffeeShop'],
    [['bar'], 'BarOrPub'],
    [['barber'], 'HairSalon'],
    [['hardware-store'], 'HardwareStore'],
    [['gift-shop'], 'Store'],
    [['stonemason', 'plumber'], 'Plumber'],
    [['stonemason'], 'LocalBusiness'],
    [[], 'LocalBusiness'],
  ])('maps %j to %s', (slugs, type) => {
    expect(businessType(slugs.map((slug) => ({ slug })))).toBe(type);
  });
});

describe(happening.name, () => {
  it.each([
    ['exact', { '@type': 'GeoCoordinates', latitude: 46.78, longitude: -92.1 }],
    ['city', undefined],
  ] as const)('has the coordinates of a place whose location is %s: %j', (precision, geo) => {
    const location = { latitude: 46.78, longitude: -92.1, precision };
    expect(happening(page, { ...EXAMPLE_EVENT, location }).location).toHaveProperty('geo', geo);
  });
});

describe(breadcrumbList.name, () => {
  it('links from the home page to the current page, in its language', () => {
    const crumbs = [{ name: 'Duluth', path: '/in/duluth' }, { name: 'Loon Lake Bakery' }];
    expect(breadcrumbList(inSpanish, crumbs).itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Inicio', item: `${ORIGIN}/es` },
      { '@type': 'ListItem', position: 2, name: 'Duluth', item: `${ORIGIN}/es/in/duluth` },
      { '@type': 'ListItem', position: 3, name: 'Loon Lake Bakery' },
    ]);
  });
});

describe(webSite.name, () => {
  it('describes the search address', () => {
    expect(webSite(page)).toMatchObject({
      '@type': 'WebSite',
      url: `${ORIGIN}/`,
      potentialAction: {
        target: { urlTemplate: `${ORIGIN}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    });
  });
});

describe(LinkedData.name, () => {
  it.each([
    '</script><script>alert(1)</script>',
    '<!-- <script>',
    '"quoted" \\ back\nnext\u2028line',
    '\u202Eright to left',
    ']]> & &lt;',
  ])('preserves %j', (name) => {
    const html = render(<LinkedData data={of({ name, description: name })} />);
    const [, json = ''] =
      /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ name, description: name });
  });
});
