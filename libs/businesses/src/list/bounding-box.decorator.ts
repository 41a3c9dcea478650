import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** In degrees, WGS 84. */
export class BoundingBox {
  constructor(
    readonly west: number,
    readonly south: number,
    readonly east: number,
    readonly north: number,
  ) {}

  isPossible(): boolean {
    const { west, south, east, north } = this;
    return (
      -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90
    );
  }
}

/** `west,south,east,north` in a query string, as GeoJSON orders them (RFC 7946, section 5). */
export function BoundingBoxParameter() {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? parse(value) : value,
    ),
    ValidateBy({
      name: 'boundingBoxParameter',
      validator: {
        validate: (value) => value instanceof BoundingBox && value.isPossible(),
        defaultMessage: (args) =>
          `${args?.property} must be west,south,east,north in degrees, with west less than east and ` +
          'south less than north, such as -93.33,44.89,-93.19,45.05.',
      },
    }),
  );
}

function parse(text: string): BoundingBox | string {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.length !== 4 || !numbers.every((part) => /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(part))) {
    return text;
  }
  return new BoundingBox(...(numbers.map(Number) as [number, number, number, number]));
}
