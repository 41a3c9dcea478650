import type { Environment } from '#libs/config/src/environment.js';

/** The record with an absolute address: services give the path alone. */
export function withOrigin<T extends { url: string }>(record: T, { PUBLIC_URL }: Environment): T {
  return { ...record, url: PUBLIC_URL + record.url };
}
