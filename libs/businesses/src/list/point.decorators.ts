import { isWithinBounds } from '#libs/geography/src/bounds.js';
import { DecimalParameter } from '#libs/http/src/validation/decimal.decorator.js';
import type { FieldOptions } from '#libs/http/src/validation/field.js';

interface Coordinates {
  latitude?: unknown;
  longitude?: unknown;
}

/** Latitude of the point of a search, in degrees. Rejects the longitude of a point in Minnesota. */
export const LatitudeParameter = (options: FieldOptions) =>
  DecimalParameter({ min: -90, max: 90, mistake: (query) => swapped(query), ...options });

/**
 * Longitude of the point of a search, in degrees. Rejects a point in Minnesota without its minus
 * sign.
 */
export const LongitudeParameter = (options: FieldOptions) =>
  DecimalParameter({ min: -180, max: 180, mistake: (query) => unsigned(query), ...options });

/** Maximum radius in meters. */
const MAX_RADIUS = 80_000;

export const RadiusParameter = () =>
  DecimalParameter({
    min: 1,
    max: MAX_RADIUS,
    example: 5000,
    description: 'Radius around the point in meters.',
  });

function swapped({ latitude, longitude }: Coordinates): string | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const west = -Math.abs(latitude);
  return isWithinBounds(longitude, west)
    ? `latitude and longitude are swapped. Did you mean latitude=${longitude}&longitude=${west}?`
    : undefined;
}

function unsigned({ latitude, longitude }: Coordinates): string | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return isWithinBounds(latitude, -longitude)
    ? `longitude is negative in Minnesota. Did you mean longitude=${-longitude}?`
    : undefined;
}
