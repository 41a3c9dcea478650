import type { Point } from '#libs/geography/src/distance.js';

const POSITION = /^(-?\d{1,3}(?:\.\d{1,6})?), ?(-?\d{1,3}(?:\.\d{1,6})?)$/;

/** Reads a position that "Near me" wrote into the form, such as "44.978,-93.265". */
export function positionIn(where: string): Point | undefined {
  const match = POSITION.exec(where.trim());
  if (!match) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : undefined;
}

export function isPosition(where: string): boolean {
  return positionIn(where) !== undefined;
}
