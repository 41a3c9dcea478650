import { excerpt } from '#libs/text/src/excerpt.js';
import type { ColumnMapper } from '../../columns/column-mapper.js';
import { ImportRefusedError, MAX_ENVELOPE, TOO_DEEP, TOO_LONG } from '../limits.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { FeatureCutter, type FeatureText } from './feature-cutter.js';
import { isObject } from './flatten.js';
import { objectRow } from './object-row.js';
import { parseJson } from './parse-json.js';

/** The features of a GeoJSON FeatureCollection (RFC 7946). */
export class GeojsonRows implements RowReader {
  readonly header: readonly string[] = ['feature'];

  constructor(
    private readonly mapper: ColumnMapper,
    private readonly cutter = new FeatureCutter(),
  ) {}

  push(text: string): SourceRow[] {
    return this.cutter.push(text).map((feature) => this.row(feature));
  }

  end(): SourceRow[] {
    return [];
  }

  private row({ line, text, isCut }: FeatureText): SourceRow {
    if (!isCut) return objectRow(line, text, this.mapper);
    return { line, cells: [text], problem: TOO_LONG };
  }
}

/**
 * Looks through a whole collection before any of it is used.
 *
 * @throws ImportRefusedError where it is cut off, or its coordinates are not WGS 84
 */
export async function checkCollection(pieces: AsyncIterable<string>): Promise<void> {
  const cutter = new FeatureCutter();
  for await (const piece of pieces) cutter.push(piece);
  if (cutter.isEnvelopeCut) throw new ImportRefusedError(TOO_MUCH_AROUND);
  const parsed = parseJson(cutter.envelope);
  if ('problem' in parsed && parsed.problem === 'tooDeep') throw new ImportRefusedError(TOO_DEEP);
  const collection = 'value' in parsed ? parsed.value : undefined;
  if (!isObject(collection) || !Array.isArray(collection.features)) {
    throw new ImportRefusedError('It is not a complete GeoJSON FeatureCollection.');
  }
  const crs = JSON.stringify(collection.crs ?? null);
  if (collection.crs && !WGS84.test(crs)) {
    throw new ImportRefusedError(
      `Its coordinates are projected (${excerpt(crs, 100)}). Save it in WGS 84 (EPSG:4326) first.`,
    );
  }
}

/** The names that older GeoJSON gives the only reference system that RFC 7946 leaves. */
const WGS84 = /CRS84"|EPSG:{1,2}(?:[\d.]*:)?4326"/i;

const TOO_MUCH_AROUND = `What stands around its features is longer than ${MAX_ENVELOPE} characters.`;
