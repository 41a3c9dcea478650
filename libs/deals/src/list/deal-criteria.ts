import { presentSecond } from '#libs/config/src/clock.js';
import type { ListDealsQuery } from './list-deals.query.js';

/** Filters of a list of deals, with the time resolved. */
export interface DealFilter {
  at: Date;
  /** Businesses of the deals. Contains only ids once `DealFilters` has resolved them. */
  business?: string[];
  category?: string[];
  /** Slugs, once `DealFilters` has resolved them. */
  city?: string[];
}

export interface DealCriteria extends DealFilter {
  page: number;
  limit: number;
  /** Sorts by latest start instead of by end. */
  isNewestFirst?: boolean;
}

export function toDealCriteria({ at, ...rest }: ListDealsQuery, now: Date): DealCriteria {
  return { ...rest, at: at === 'now' ? presentSecond(now).start : at };
}
