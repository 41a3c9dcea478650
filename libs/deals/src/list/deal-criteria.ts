import { presentSecond } from '#libs/config/src/clock.js';
import type { ListDealsQuery } from './list-deals.query.js';

/** What to list, with nothing that depends on the time left open. */
export interface DealCriteria {
  page: number;
  limit: number;
  at: Date;
  business?: string[];
  category?: string[];
  city?: string[];
}

export function toDealCriteria({ at, ...rest }: ListDealsQuery, now: Date): DealCriteria {
  return { ...rest, at: at === 'now' ? presentSecond(now).start : at };
}
