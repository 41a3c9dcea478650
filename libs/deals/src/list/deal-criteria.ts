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

/** To the second, so that equal requests in one second are one request. */
export function toDealCriteria({ at, ...rest }: ListDealsQuery, now: Date): DealCriteria {
  const second = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return { ...rest, at: at === 'now' ? second : at };
}
