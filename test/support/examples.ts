import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  DECLARATIONS,
  SIMPLE_FIELD_NAMES,
  type SimpleValues,
} from '#libs/businesses/src/record/simple-fields.js';

/** Business with a value in every field, for specs. */
export const EXAMPLE_BUSINESS: BusinessDto = {
  id: '0197c1d4-5f0a-7c3e-9d52-3b8f6f0e2a11',
  slug: 'loon-lake-bakery-duluth',
  name: 'Loon Lake Bakery',
  status: 'open',
  categories: [{ slug: 'bakery', name: 'Bakery' }],
  address: {
    street: '12 Superior St',
    unit: 'Suite 2',
    city: 'Duluth',
    county: 'St. Louis',
    state: 'MN',
    postalCode: '55802',
  },
  location: { latitude: 46.78, longitude: -92.1, precision: 'exact' },
  social: {
    facebook: 'https://facebook.com/loonlake.example',
    instagram: null,
    linkedin: null,
    tiktok: null,
    twitter: null,
    youtube: null,
  },
  hours: [{ day: 'friday', opens: '07:00', closes: '15:00' }],
  specialHours: [
    {
      date: '2026-12-24',
      closed: false,
      hours: [{ opens: '09:00', closes: '14:00' }],
      name: 'Christmas Eve',
    },
  ],
  attributes: {
    wheelchair: 'limited',
    languages: ['en', 'es'],
    payment: ['cash', 'cards'],
    wifi: true,
    outdoorSeating: true,
    takeout: true,
    delivery: false,
    reservations: false,
    parking: true,
    restroom: true,
    appointmentOnly: false,
  },
  identifiers: [{ scheme: 'osm', value: 'node/123' }],
  confirmedOn: '2026-10-05',
  confirmedBy: 'owner',
  ...exampleValues(),
  email: 'hello@loonlake.example.com',
  website: 'https://loonlake.example.com/',
  url: '/api/v1/businesses/loon-lake-bakery-duluth',
  createdAt: '2026-03-01T15:04:05.678Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
  removedAt: null,
};

function exampleValues(): SimpleValues {
  const values = SIMPLE_FIELD_NAMES.map((name) => [name, DECLARATIONS[name].example]);
  return Object.fromEntries(values) as SimpleValues;
}
