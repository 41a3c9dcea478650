import type { ColumnMapper } from '../../columns/column-mapper.js';
import { ImportRefusedError, MAX_ENVELOPE, TOO_DEEP, TOO_LONG } from '../limits.js';
import { type Projection, projectionOf } from '../projection.js';
import { type RowReader, type SourceRow } from '../source-row.js';
import { FeatureCutter, type FeatureText } from './feature-cutter.js';
import { isObject } from './flatten.js';
import { objectRow } from './object-row.js';
import { parseJson } from './parse-json.js';

/** Reads the features of a GeoJSON FeatureCollection (RFC 7946). */
export class GeojsonRows implements RowReader {
  readonly header: readonly string[] = ['feature'];

  /** @param project projection of the collection's reference system if it isn't WGS 84 */
  constructor(
    private readonly mapper: ColumnMapper,
    private readonly project?: Projection,
    private readonly cutter = new FeatureCutter(),
  ) {}

  push(text: string): SourceRow[] {
    return this.cutter.push(text).map((feature) => this.row(feature));
  }

  end(): SourceRow[] {
    return [];
  }

  private row({ line, text, isCut }: FeatureText): SourceRow {
    if (!isCut) return objectRow(line, text, this.mapper, this.project);
    return { line, cells: [text], problem: TOO_LONG };
  }
}

/**
 * Checks a whole collection before anything is imported.
 *
 * @returns the projection of its reference system if it isn't WGS 84
 * @throws ImportRefusedError if the collection is truncated or its reference system is unknown
 */
export async function checkCollection(
  pieces: AsyncIterable<string>,
): Promise<Projection | undefined> {
  const cutter = new FeatureCutter();
  for await (const piece of pieces) cutter.push(piece);
  if (cutter.isEnvelopeCut) throw new ImportRefusedError(TOO_MUCH_AROUND);
  const parsed = parseJson(cutter.envelope);
  if ('problem' in parsed && parsed.problem === 'tooDeep') throw new ImportRefusedError(TOO_DEEP);
  const collection = 'value' in parsed ? parsed.value : undefined;
  if (!isObject(collection) || !Array.isArray(collection.features)) {
    throw new ImportRefusedError('It is not a complete GeoJSON FeatureCollection.');
  }
  return collection.crs ? projectionOf(nameOf(collection.crs)) : undefined;
}

/** Returns the reference system named by older GeoJSON files (2008 specification, section 3). */
function nameOf(crs: unknown): string {
  const properties = isObject(crs) && isObject(crs.properties) ? crs.properties : {};
  const { name, code } = properties;
  if (typeof name === 'string') return name;
  return typeof code === 'number' ? `EPSG:${code}` : JSON.stringify(crs);
}

const TOO_MUCH_AROUND = `The text outside its features exceeds ${MAX_ENVELOPE} characters.`;
