import { isWithinBounds } from '#libs/geography/src/bounds.js';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { field, type FieldOptions } from '#libs/http/src/validation/field.js';

interface Coordinates {
  latitude?: unknown;
  longitude?: unknown;
}

/** Latitude of the point of a search, in degrees. Rejects the longitude of a point in Minnesota. */
export const LatitudeParameter = (options: FieldOptions) =>
  DecimalParameter({ min: -90, max: 90, mistake: swapped, ...options });

/**
 * Longitude of the point of a search, in degrees. Rejects a point in Minnesota without its minus
 * sign.
 */
export const LongitudeParameter = (options: FieldOptions) =>
  DecimalParameter({ min: -180, max: 180, mistake: unsigned, ...options });

/** Maximum radius in meters. */
const MAX_RADIUS = 80_000;

export const RadiusParameter = () =>
  DecimalParameter({
    min: 1,
    max: MAX_RADIUS,
    example: 5000,
    description: 'Radius around the point in meters.',
  });

interface Options extends FieldOptions {
  min: number;
  max: number;
  /** Returns a sentence about what is wrong with the value, given all parameters. */
  mistake?: (query: object) => string | undefined;
}

/** Declares an optional query parameter in plain decimal notation from `min` to `max`. */
function DecimalParameter({ min, max, mistake = () => undefined, ...options }: Options) {
  return field(
    { type: 'number', minimum: min, maximum: max },
    { optional: true, ...options },
    FromText((text) => (/^[+-]?\d{1,15}(\.\d{1,20})?$/.test(text.trim()) ? Number(text) : text)),
    Satisfies(
      (value: unknown, query: object) =>
        typeof value === 'number' && value >= min && value <= max && !mistake(query),
      {
        message: ({ object }) =>
          mistake(object) ?? `$property must be a number from ${min} to ${max}.`,
      },
    ),
  );
}

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
