import { presentSecond } from '#libs/config/src/clock.js';
import type { ListDealsQuery } from './list-deals.query.js';

/** Which deals, with nothing that depends on the time left open. */
export interface DealFilter {
  at: Date;
  /** Ids of businesses whose deals they are, once `DealFilters` has read them. */
  business?: string[];
  category?: string[];
  city?: string[];
}

export interface DealCriteria extends DealFilter {
  page: number;
  limit: number;
  /** Those that began last come first, in place of those that end soonest. */
  isNewestFirst?: boolean;
}

export function toDealCriteria({ at, ...rest }: ListDealsQuery, now: Date): DealCriteria {
  return { ...rest, at: at === 'now' ? presentSecond(now).start : at };
}
