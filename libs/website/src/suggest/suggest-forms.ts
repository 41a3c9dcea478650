import type { Form } from '../forms/form.js';

const EMAIL = {
  name: 'email',
  isOptional: true,
  keyboard: 'email',
  autocomplete: 'email',
} as const;
const WEBSITE = { name: 'website', isOptional: true, keyboard: 'url' } as const;

/** Fields of `MissingInput`. */
export const MISSING_FORM: Form = {
  name: 'missing',
  fields: [
    { name: 'name' },
    { name: 'correction', rows: 3 },
    { name: 'city' },
    { name: 'street', isOptional: true },
    { name: 'postalCode', isOptional: true },
    { name: 'phone', isOptional: true },
    WEBSITE,
    { name: 'source', rows: 2 },
    EMAIL,
  ],
};

/** Fields of `EventInput`. */
export const EVENT_FORM: Form = {
  name: 'event',
  fields: [
    { name: 'name' },
    { name: 'description', rows: 3 },
    { name: 'startsOn', picker: 'date' },
    { name: 'startsAt', picker: 'time' },
    { name: 'endsAt', picker: 'time' },
    { name: 'endsOn', isOptional: true, picker: 'date' },
    { name: 'venue', isOptional: true },
    { name: 'street', isOptional: true },
    { name: 'city' },
    WEBSITE,
    { name: 'source', rows: 2 },
    EMAIL,
  ],
};

/** Fields of `DealInput`. */
export const DEAL_FORM: Form = {
  name: 'deal',
  fields: [
    { name: 'business' },
    { name: 'title' },
    { name: 'description', rows: 3 },
    { name: 'code', isOptional: true },
    { name: 'terms', isOptional: true, rows: 2 },
    { name: 'startsOn', isOptional: true, picker: 'date' },
    { name: 'endsOn', isOptional: true, picker: 'date' },
    WEBSITE,
    { name: 'source', rows: 2 },
    EMAIL,
  ],
};
