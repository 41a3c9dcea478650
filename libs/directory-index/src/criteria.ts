import type { Point } from '#libs/geography/src/distance.js';
import type { LocalMinute } from '#libs/geography/src/local-time.js';
import type { AttributeFilter } from './attributes.js';

export const BUSINESS_STATUSES = ['open', 'temporarily_closed', 'closed'] as const;

export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

export const STATUS_FILTERS = [...BUSINESS_STATUSES, 'any'] as const;
export const SORTS = ['name', 'newest', 'updated', 'distance', 'relevance'] as const;
/** Sorts of the admins' list. `confirmed` begins with the businesses confirmed least recently. */
export const ADMIN_SORTS = [...SORTS, 'confirmed'] as const;

/** Initials to filter names by: a Latin letter, any digit, or anything else. */
export const INITIALS = [...'abcdefghijklmnopqrstuvwxyz', '0-9', 'other'] as const;

/** Box in degrees (WGS 84). */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Criteria of a list, with all defaults applied, places and categories by slug, and the time resolved. */
export interface BusinessCriteria {
  page: number;
  limit: number;
  sort: (typeof ADMIN_SORTS)[number];
  status: (typeof STATUS_FILTERS)[number];
  q?: string;
  ids?: string[];
  /** First character of the normalized name. */
  initial?: (typeof INITIALS)[number];
  category?: string[];
  city?: string[];
  county?: string[];
  postalCode?: string[];
  region?: string[];
  point?: Point;
  /** Radius in meters. */
  radius?: number;
  bbox?: Box;
  openAt?: LocalMinute;
  /** Open at some minute of this stretch, whose end is exclusive. */
  openBetween?: { from: LocalMinute; to: LocalMinute };
  /** All of them. */
  attribute?: AttributeFilter[];
  /** Any of them, such as `osm:node/123`. */
  identifier?: string[];
  createdSince?: Date;
  updatedSince?: Date;
  /** Days since January 1, 1970. */
  confirmedSince?: number;
  /**
   * Added since the time and not during a bulk import, or established since the day (days since
   * January 1, 1970).
   */
  newSince?: { created: Date; bulks: readonly TimeSpan[]; established: number };
}

/** A stretch of time that includes both ends. */
export interface TimeSpan {
  from: Date;
  to: Date;
}

/** All open businesses by name. Most pages show the counts of this list. */
export const WHOLE_DIRECTORY: BusinessCriteria = {
  page: 1,
  limit: 1,
  sort: 'name',
  status: 'open',
};
