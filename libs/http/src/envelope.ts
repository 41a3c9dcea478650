import type { ApiError } from './errors/api-error.js';

export interface Success<T> {
  success: true;
  data: T;
}

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

export interface SuccessPage<T> extends Success<T[]> {
  pagination: Pagination;
}

export function success<T>(data: T): Success<T> {
  return { success: true, data };
}

/** Wraps one page of a list. `total` counts the items on all pages. */
export function successPage<T>({ items, total }: PageItems<T>, query: PageOf): SuccessPage<T> {
  return { success: true, data: items, pagination: pagination(query, total) };
}

/** Does the same for a list that is already serialized as JSON, with optional extra members. */
export function successPageJson(
  data: string,
  query: PageOf,
  total: number,
  extraMembers: object = {},
): string {
  const rest = JSON.stringify({ pagination: pagination(query, total), ...extraMembers });
  return `{"success":true,"data":${data},${rest.slice(1)}`;
}

interface PageItems<T> {
  items: T[];
  total: number;
}

type PageOf = Pick<Pagination, 'page' | 'limit'>;

export function pagination({ page, limit }: PageOf, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) };
}

export function failure(error: ApiError, requestId: string, documentation: string) {
  const { code, message, details, data } = error;
  return {
    success: false as const,
    error: { code, message, ...(details && { details }), requestId, documentation },
    ...(data && { data }),
  };
}
