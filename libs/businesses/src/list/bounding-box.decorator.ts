import { applyDecorators } from '@nestjs/common';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { BOUNDS } from '#libs/geography/src/bounds.js';

/** Box in degrees (WGS 84). */
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

  /**
   * Returns a box near Minnesota with the same numbers in another order or with opposite signs, if
   * there is one.
   */
  suggestion(): BoundingBox | undefined {
    if (this.isPossible() && this.isNearMinnesota()) return undefined;
    const { west, south, east, north } = this;
    return [
      new BoundingBox(east, north, west, south),
      new BoundingBox(west, north, east, south),
      new BoundingBox(south, west, north, east),
      new BoundingBox(north, east, south, west),
      new BoundingBox(-east, south, -west, north),
      new BoundingBox(-west, south, -east, north),
    ].find((box) => box.isPossible() && box.isNearMinnesota());
  }

  private isNearMinnesota(): boolean {
    const { west, south, east, north } = this;
    return (
      west <= BOUNDS.east && east >= BOUNDS.west && south <= BOUNDS.north && north >= BOUNDS.south
    );
  }

  toString(): string {
    return [this.west, this.south, this.east, this.north].join();
  }
}

/**
 * Parses `west,south,east,north` in a query string, in the order of GeoJSON (RFC 7946, section 5).
 */
export function BoundingBoxParameter() {
  return applyDecorators(
    FromText(parse),
    Satisfies(
      (value: unknown) => value instanceof BoundingBox && value.isPossible() && !value.suggestion(),
      {
        message: ({ value }: { value: unknown }) => {
          const suggestion = value instanceof BoundingBox ? value.suggestion() : undefined;
          return (
            '$property must be west,south,east,north in degrees, with west less than east and ' +
            'south less than north' +
            (suggestion
              ? `. Did you mean $property=${suggestion.toString()}?`
              : ', such as -93.33,44.89,-93.19,45.05.')
          );
        },
      },
    ),
  );
}

function parse(text: string): BoundingBox | string {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.length !== 4 || !numbers.every((part) => /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(part))) {
    return text;
  }
  return new BoundingBox(...(numbers.map(Number) as [number, number, number, number]));
}
