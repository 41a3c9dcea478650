import type { SqlParameters } from '#libs/database/src/sql.js';
import { MAX_DURATION } from '../recurrence/schedule.js';
import type { EventCriteria } from './event-criteria.js';

/**
 * SQL condition on a row `o` of event_occurrences that matches the criteria and overlaps [from,
 * to).
 */
export function occurrenceFilter(criteria: EventCriteria, parameters: SqlParameters): string {
  const { from, to } = criteria;
  const add = (value: unknown) => parameters.add(value);
  const events = eventConditions(criteria, parameters);
  const conditions = [
    // An occurrence that begins earlier has ended by `from`. This bounds the index scan.
    `o.starts_at > ${add(new Date(from.getTime() - MAX_DURATION))}`,
    `o.starts_at < ${add(to)} AND o.ends_at > ${add(from)}`,
    events.length > 0 && `o.event_id IN (SELECT e.id FROM events e WHERE ${events.join(' AND ')})`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}

function eventConditions(
  { event, city, county, within, category, business, near, isFree }: EventCriteria,
  parameters: SqlParameters,
): string[] {
  const add = (value: unknown) => parameters.add(value);
  const slugsOf = (names: string[]) =>
    `ARRAY(SELECT place_slug(name) FROM unnest(${add(names)}::text[]) AS name)`;
  const conditions = [
    event && `e.id = ${add(event)}`,
    city && `e.city_slug = ANY (${slugsOf(city)})`,
    county && `place_slug(e.county) = ANY (${slugsOf(county)})`,
    within &&
      `(e.city_slug = ANY (${add(within.cities)}::text[])
        OR place_slug(e.county) = ANY (${add(within.counties)}::text[])
        OR e.postal_code = ANY (${add(within.postalCodes)}::text[]))`,
    category &&
      `e.category_id IN (
        SELECT id FROM categories WHERE slug = ANY (category_subtree(${add(category)})))`,
    business && `e.business_id = ANY (${add(business)}::uuid[])`,
    near &&
      `metres_between(${add(near.latitude)}, ${add(near.longitude)}, e.latitude, e.longitude)
        <= ${add(near.radius)}`,
    isFree ? 'e.is_free' : undefined,
  ];
  return conditions.filter((condition) => condition !== undefined);
}
