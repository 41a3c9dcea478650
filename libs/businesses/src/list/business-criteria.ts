import { localMinuteOfWeek } from '#libs/geography/src/local-time.js';
import { ApiError, type ErrorDetail } from '#libs/http/src/errors/api-error.js';
import type { BoundingBox } from './bounding-box.decorator.js';
import {
  type BusinessFilterQuery,
  MAX_LIMIT,
  type SORTS,
  type STATUS_FILTERS,
} from './list-businesses.query.js';

export interface Point {
  latitude: number;
  longitude: number;
}

/** Initials to filter names by: a Latin letter, any digit, or anything else. */
export const INITIALS = [...'abcdefghijklmnopqrstuvwxyz', '0-9', 'other'] as const;

/** Criteria of a list, with all defaults applied and the time resolved. */
export interface BusinessCriteria {
  page: number;
  limit: number;
  sort: (typeof SORTS)[number];
  status: (typeof STATUS_FILTERS)[number];
  q?: string;
  ids?: string[];
  /** First character of the normalized name. */
  initial?: (typeof INITIALS)[number];
  category?: string[];
  city?: string[];
  county?: string[];
  postalCode?: string[];
  point?: Point;
  /** Radius in meters. */
  radius?: number;
  bbox?: BoundingBox;
  /** Minutes since Monday 00:00 in Minnesota. */
  openAtMinute?: number;
  /** Open at some minute of this stretch of the same week; `to` is exclusive. */
  openBetween?: { from: number; to: number };
  createdSince?: Date;
  updatedSince?: Date;
}

/** All open businesses by name. Most pages show the counts of this list. */
export const WHOLE_DIRECTORY: BusinessCriteria = {
  page: 1,
  limit: 1,
  sort: 'name',
  status: 'open',
};

/** @throws ApiError `invalid_parameter` if parameters contradict each other */
export function toCriteria(query: BusinessFilterQuery, now: Date): BusinessCriteria {
  const details = contradictions(query);
  if (details.length > 0) {
    throw new ApiError('invalid_parameter', details.map(({ message }) => message).join(' '), {
      details,
    });
  }
  const { latitude, longitude, openAt, ...same } = query;
  return {
    ...same,
    sort: sortOf(query),
    status: statusOf(query),
    ...(latitude !== undefined && longitude !== undefined && { point: { latitude, longitude } }),
    ...(openAt && { openAtMinute: localMinuteOfWeek(openAt === 'now' ? now : openAt) }),
  };
}

/**
 * Removes the point if the list does not depend on it, that is, if it only determines distances.
 */
export function withoutIdlePoint(criteria: BusinessCriteria): BusinessCriteria {
  const isNeeded = criteria.radius !== undefined || criteria.sort === 'distance';
  return isNeeded ? criteria : { ...criteria, point: undefined };
}

function sortOf({ sort, q, updatedSince }: BusinessFilterQuery): BusinessCriteria['sort'] {
  if (sort) return sort;
  if (q) return 'relevance';
  return updatedSince ? 'updated' : 'name';
}

function statusOf({ status, ids, openAt }: BusinessFilterQuery): BusinessCriteria['status'] {
  return status ?? (ids && openAt === undefined ? 'any' : 'open');
}

function contradictions(query: BusinessFilterQuery): ErrorDetail[] {
  const { latitude, longitude, radius, sort, q, openAt, limit } = query;
  const status = statusOf(query);
  const hasPoint = latitude !== undefined && longitude !== undefined;
  const found: (ErrorDetail | false)[] = [
    longitude !== undefined &&
      latitude === undefined && {
        field: 'latitude',
        message: 'longitude requires latitude.',
      },
    latitude !== undefined &&
      longitude === undefined && {
        field: 'longitude',
        message: 'latitude requires longitude.',
      },
    radius !== undefined &&
      !hasPoint && {
        field: 'radius',
        message: 'radius requires latitude and longitude.',
      },
    sort === 'distance' &&
      !hasPoint && {
        field: 'sort',
        message: 'sort=distance requires latitude and longitude.',
      },
    limit > MAX_LIMIT &&
      sortOf(query) !== 'updated' && {
        field: 'limit',
        message: `limit can be at most ${MAX_LIMIT}, unless sort=updated.`,
      },
    sort === 'relevance' && !q && { field: 'sort', message: 'sort=relevance requires q.' },
    openAt !== undefined &&
      status !== 'open' && {
        field: 'status',
        message: `openAt finds only open businesses. Omit status=${status}.`,
      },
  ];
  return found.filter((detail) => detail !== false);
}
