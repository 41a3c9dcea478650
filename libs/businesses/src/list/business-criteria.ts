import { dayNumber } from '#libs/geography/src/local-date.js';
import { localMinute } from '#libs/geography/src/local-time.js';
import { inputRefusal, type Problem } from '#libs/http/src/validation/input-refusal.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { type BusinessFilterQuery, MAX_LIMIT } from './list-businesses.query.js';

/** @throws ApiError `invalid_parameter` if parameters contradict each other */
export function toCriteria(query: BusinessFilterQuery, now: Date): BusinessCriteria {
  const problems = contradictions(query);
  if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
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

function contradictions(query: BusinessFilterQuery): Problem[] {
  const { latitude, longitude, radius, sort, q, openAt, limit } = query;
  const status = statusOf(query);
  const hasPoint = latitude !== undefined && longitude !== undefined;
  const rules: [isBroken: boolean, field: string, message: string][] = [
    [!hasPoint && longitude !== undefined, 'latitude', 'longitude requires latitude.'],
    [!hasPoint && latitude !== undefined, 'longitude', 'latitude requires longitude.'],
    [!hasPoint && radius !== undefined, 'radius', 'radius requires latitude and longitude.'],
    [!hasPoint && sort === 'distance', 'sort', 'sort=distance requires latitude and longitude.'],
    [
      limit > MAX_LIMIT && sortOf(query) !== 'updated',
      'limit',
      `limit can be at most ${MAX_LIMIT}, unless sort=updated.`,
    ],
    [sort === 'relevance' && !q, 'sort', 'sort=relevance requires q.'],
    [
      openAt !== undefined && status !== 'open',
      'status',
      `openAt finds only open businesses. Omit status=${status}.`,
    ],
  ];
  return rules.flatMap(([isBroken, field, message]) =>
    isBroken ? [{ field, message: () => message }] : [],
  );
}
