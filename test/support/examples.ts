import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import {
  DECLARATIONS,
  SIMPLE_FIELD_NAMES,
  type SimpleValues,
} from '#libs/businesses/src/record/simple-fields.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';

/** Business with a value in every field. */
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

/** Event with only the fields that it must have. */
export const EXAMPLE_EVENT: EventDto = {
  id: EXAMPLE_BUSINESS.id,
  slug: 'kite-day',
  name: 'Kite Day',
  description: null,
  category: null,
  categories: [],
  city: null,
  business: null,
  venue: null,
  isFree: null,
  address: { street: null, unit: null, city: null, county: null, state: 'MN', postalCode: null },
  location: null,
  website: null,
  startsAt: '2026-07-01T19:00:00.000Z',
  endsAt: '2026-07-01T21:30:00.000Z',
  recurrence: null,
  excludedDates: [],
  url: '/api/v1/events/kite-day',
  createdAt: '2026-03-01T15:04:05.678Z',
  updatedAt: '2026-03-02T09:00:00.999Z',
  removedAt: null,
};
