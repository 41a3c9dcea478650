import { Injectable } from '@nestjs/common';
import { dayNumber } from '#libs/geography/src/local-date.js';
import { localMinute } from '#libs/geography/src/local-time.js';
import { ApiError, type ErrorDetail } from '#libs/http/src/errors/api-error.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { PlaceFilters } from '#libs/places/src/place-filters.service.js';
import { type BusinessFilterQuery, MAX_LIMIT } from './list-businesses.query.js';
import { CategoryFilters } from '../categories/category-filters.service.js';

/** @throws ApiError `invalid_parameter` if parameters contradict each other */
export function toCriteria(query: BusinessFilterQuery, now: Date): BusinessCriteria {
  const details = contradictions(query);
  if (details.length > 0) {
    throw new ApiError('invalid_parameter', details.map(({ message }) => message).join(' '), {
      details,
    });
  }
  const { latitude, longitude, openAt, confirmedSince, ...same } = query;
  return {
    ...same,
    sort: sortOf(query),
    status: statusOf(query),
    ...(latitude !== undefined && longitude !== undefined && { point: { latitude, longitude } }),
    ...(confirmedSince && { confirmedSince: dayNumber(confirmedSince) }),
    ...(openAt && { openAt: localMinute(openAt === 'now' ? now : openAt) }),
  };
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

/** Resolves the places and categories in criteria, so that equal lists have equal criteria. */
@Injectable()
export class BusinessFilters {
  constructor(
    private readonly places: PlaceFilters,
    private readonly categories: CategoryFilters,
  ) {}

  /** @throws ApiError `invalid_parameter` with a suggestion for each unknown place or category */
  async read(criteria: BusinessCriteria): Promise<BusinessCriteria> {
    return this.categories.read(await this.places.read(criteria));
  }
}
