import type { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { EventCriteria } from './event-criteria.js';

/** The condition on a row `e` of events that may have an occurrence that the criteria ask for. */
export function eventFilter(criteria: EventCriteria, parameters: SqlParameters): string {
  const { from, to, city, category, near } = criteria;
  const add = (value: unknown) => parameters.add(value);
  const conditions = [
    'e.removed_at IS NULL',
    `e.starts_at < ${add(to)} AND (e.last_ends_at IS NULL OR e.last_ends_at > ${add(from)})`,
    city &&
      `e.city_slug = ANY (ARRAY(SELECT place_slug(name) FROM unnest(${add(city)}::text[]) AS name))`,
    category &&
      `e.category_id IN (
        SELECT id FROM categories WHERE slug = ANY (category_subtree(${add(category)})))`,
    near &&
      `metres_between(${add(near.latitude)}, ${add(near.longitude)}, e.latitude, e.longitude)
        <= ${add(near.radius)}`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}
