import { z } from 'zod';
import { ATTRIBUTE_FILTERS } from '#libs/directory-index/src/attributes.js';
import { BUSINESS_STATUSES } from '#libs/directory-index/src/criteria.js';
import { notKnown } from '#libs/http/src/validation/known-fields.js';

/** Maximum number of records in a result, so that it fits into an assistant's context. */
const MAX_LIMIT = 25;

const names = (description: string) =>
  z.array(z.string()).min(1).max(50).optional().describe(description);
const cities = names('Cities in Minnesota, such as "Duluth" or "St. Paul".');
const categories = names(
  'Category slugs from list_categories, such as "pharmacies". Subcategories are included.',
);
const day = z.iso
  .date()
  .refine((date) => date.startsWith('20'), 'Events are known from a year ago to two years ahead');
const place = {
  near: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Minnesota ZIP code, city, county, region such as "Iron Range", or "latitude,longitude" to search around.',
    ),
  radiusMiles: z
    .number()
    .min(0.1)
    .max(49)
    .optional()
    .describe('Radius around `near` in miles. Default: 25. Requires `near`.'),
};
const paging = {
  page: z.int().min(1).max(1_000_000).default(1).describe('Page of the results, from 1.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(10).describe('Results per page.'),
};

/** Declares an object that rejects unknown members and names the one that was probably meant. */
function input<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = new Set(Object.keys(shape));
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => notKnown(key, known)).join(' ')
        : undefined,
  });
}

const list = {
  total: z.int().describe('Number of results on all pages.'),
  page: z.int(),
  totalPages: z.int(),
};
const stamp = {
  localTime: z.string().describe('Current time in Minnesota.'),
  attribution: z.string().describe('Source of the data. Show it with the results.'),
};
const url = z.string();
const businessRef = z.object({ id: z.string(), name: z.string(), page: url });

const business = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(BUSINESS_STATUSES),
  description: z.string().nullable(),
  categories: z.array(z.string()),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  openNow: z
    .boolean()
    .nullable()
    .describe(
      'Whether it is open now. Null if the hours are unknown, or may differ on today’s holiday.',
    ),
  hours: z
    .array(z.string())
    .describe(
      'Hours of each weekday in Minnesota local time, empty if unknown, followed by those of single ' +
        'dates. Other holidays can differ, so suggest calling ahead.',
    ),
  attributes: z
    .array(z.string())
    .describe('Known attributes, such as "wheelchair access: limited". Others are unknown.'),
  priceLevel: z.int().nullable().describe('From 1 (inexpensive) to 4. Null if unknown.'),
  confirmedOn: z.string().nullable().describe('Day of the last confirmation, YYYY-MM-DD.'),
  distance: z
    .object({ miles: z.number(), meters: z.number() })
    .nullable()
    .describe(
      'Straight-line distance from `near`. Null without `near`, in a region, or without a location.',
    ),
  page: url.describe('Web page of the business. Link to it.'),
  updatedAt: z.string().describe('Time of the last change, in UTC.'),
});

const event = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  when: z.string().describe('Start and end in Minnesota local time.'),
  startsAt: z.string().describe('Start in UTC.'),
  endsAt: z.string().describe('End in UTC.'),
  isRecurring: z.boolean(),
  isFree: z.boolean().nullable().describe('Whether admission is free, null if unknown.'),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  business: businessRef.nullable(),
  website: z.string().nullable(),
  page: url.describe('Web page of the event. Link to it.'),
});

const deal = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  terms: z.string().nullable(),
  code: z.string().nullable().describe('Code to mention or to enter online.'),
  business: businessRef,
  until: z.string().nullable().describe('Last day in Minnesota. Null if open-ended.'),
  website: z.string().nullable(),
  page: url.describe('Web page of the deal. Link to it.'),
});

const category = z.object({
  slug: z.string().describe('Value for the `category` argument of the other tools.'),
  name: z.string(),
  parent: z.string().nullable().describe('Slug of the parent category.'),
  businessCount: z.int().describe('Open businesses in the category and its subcategories.'),
});

/** Names, descriptions and types of all tools. */
export const TOOLS = {
  search_businesses: {
    title: 'Search businesses',
    description:
      'Finds businesses in Minnesota by words, category, place or opening time. Returns open ' +
      'businesses only. For "open now", set openAt to "now". With `near`, the nearest come first; a ' +
      'region limits the results instead, without distances.',
    input: input({
      q: z.string().max(200).optional().describe('Search words, such as "pharmacy" or a name.'),
      category: categories,
      city: cities,
      ...place,
      attribute: z
        .array(z.enum(ATTRIBUTE_FILTERS))
        .min(1)
        .optional()
        .describe('Attributes that all results have. Businesses with unknown ones are excluded.'),
      openAt: z
        .string()
        .max(40)
        .optional()
        .describe(
          '"now" or an RFC 3339 time with offset. Excludes businesses with unknown hours, and those ' +
            'that may have other hours on a holiday.',
        ),
      ...paging,
    }),
    output: z.object({
      businesses: z.array(business),
      ...list,
      correctedQuery: z.string().nullable().describe('Words searched for instead of `q`.'),
      ...stamp,
    }),
  },
  get_business: {
    title: 'Get a business',
    description: 'Returns one business by the id from search_businesses, or by its slug.',
    input: input({ idOrSlug: z.string().max(200) }),
    output: z.object({ business, ...stamp }),
  },
  list_events: {
    title: 'List events',
    description:
      'Lists events in Minnesota by start time, each occurrence of a recurring event separately. ' +
      'For "this weekend", set from and to to Saturday and Sunday.',
    input: input({
      from: day.optional().describe('First day in Minnesota, YYYY-MM-DD. Default: today.'),
      to: day
        .optional()
        .describe('Last day, inclusive, YYYY-MM-DD. Default: 90 days after `from`.'),
      category: categories,
      city: cities,
      ...place,
      ...paging,
    }),
    output: z.object({ events: z.array(event), ...list, ...stamp }),
  },
  list_deals: {
    title: 'List deals',
    description: 'Lists the current deals of businesses in Minnesota, by end date.',
    input: input({
      business: names('Ids or slugs of businesses.'),
      category: categories,
      city: cities,
      ...paging,
    }),
    output: z.object({ deals: z.array(deal), ...list, ...stamp }),
  },
  list_categories: {
    title: 'List categories',
    description:
      'Lists business categories: a page of top-level categories, each followed by its subcategories.',
    input: input(paging),
    output: z.object({ categories: z.array(category), ...list, ...stamp }),
  },
};

export type ToolName = keyof typeof TOOLS;
export type ToolInput<Name extends ToolName> = z.infer<(typeof TOOLS)[Name]['input']>;
export type ToolOutput<Name extends ToolName> = z.infer<(typeof TOOLS)[Name]['output']>;
