import { toMercator, worldSize } from '#libs/geography/src/mercator.js';
import { type Outline } from './base-map.js';
import { type Box, clippedRing, contains, overlap, visibleParts } from './clip.js';
import { smooth } from './coarse.js';
import { type View } from './view.js';

/** Distance drawn outside the picture, in pixels. It exceeds the width of a line. */
const MARGIN = 8;

const UNITS_PER_PIXEL = 10;
export const PIXELS_PER_UNIT = 1 / UNITS_PER_PIXEL;
/**
 * Value of `transform` for the paths of a pen, which use whole tenths of a pixel. They are shorter
 * and faster to write.
 */
export const TO_PIXELS = `scale(${PIXELS_PER_UNIT})`;

/** Writes the visible part of outlines as SVG path data. */
export class Pen {
  private readonly scale: number;
  private readonly left: number;
  private readonly top: number;
  /** Drawn area in Web Mercator coordinates. */
  private readonly frame: Box;

  /** @param step minimum distance between points in pixels */
  constructor(
    view: View,
    private readonly step = 1,
  ) {
    const center = toMercator(view);
    this.scale = worldSize(view.zoom);
    this.left = center.x - view.width / 2 / this.scale;
    this.top = center.y - view.height / 2 / this.scale;
    const margin = MARGIN / this.scale;
    this.frame = {
      west: this.left - margin,
      north: this.top - margin,
      east: this.left + view.width / this.scale + margin,
      south: this.top + view.height / this.scale + margin,
    };
  }

  /** Returns the area of an outline's bounding rectangle in square pixels. */
  extentOf({ west, north, east, south }: Box): number {
    return (east - west) * (south - north) * this.scale ** 2;
  }

  /** @param isSmooth whether to round corners */
  rings(outlines: readonly Outline[], isSmooth = false): string {
    let path = '';
    for (const outline of outlines) {
      if (!overlap(outline, this.frame)) continue;
      const coordinates = isSmooth ? smooth(outline.coordinates) : outline.coordinates;
      const ring = contains(this.frame, outline)
        ? coordinates
        : clippedRing(coordinates, this.frame);
      const drawn = this.draw(ring);
      if (drawn) path += `${drawn}z`;
    }
    return path;
  }

  lines(outlines: readonly Outline[]): string {
    let path = '';
    for (const outline of outlines) {
      if (!overlap(outline, this.frame)) continue;
      const { coordinates } = outline;
      if (contains(this.frame, outline)) path += this.draw(coordinates);
      else for (const part of visibleParts(coordinates, this.frame)) path += this.draw(part);
    }
    return path;
  }

  /**
   * Returns the path along points, in tenths of a pixel. Moves are relative to the previous rounded
   * point, which saves bytes and keeps errors from accumulating.
   */
  private draw(points: ArrayLike<number>): string {
    let path = '';
    const scale = this.scale * UNITS_PER_PIXEL;
    const nearest = (this.step * UNITS_PER_PIXEL) ** 2;
    let lastX = 0;
    let lastY = 0;
    for (let i = 0; i < points.length; i += 2) {
      const x = Math.round((points[i]! - this.left) * scale);
      const y = Math.round((points[i + 1]! - this.top) * scale);
      const dx = x - lastX;
      const dy = y - lastY;
      if (i === 0) path = `M${x} ${y}l`;
      else if (dx * dx + dy * dy < nearest) continue;
      else path += `${dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
      [lastX, lastY] = [x, y];
    }
    return path.endsWith('l') ? '' : path;
  }
}
