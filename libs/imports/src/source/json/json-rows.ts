import { isObject, parseJson } from '#libs/text/src/json.js';
import type { ColumnMapper } from '../../columns/column-map.js';
import { withoutSeparator } from '../format.js';
import { ImportRefusedError, MAX_ENVELOPE, TOO_DEEP, TOO_LONG } from '../limits.js';
import type { Line, LineSplitter } from '../line-splitter.js';
import { type Projection, projectionOf } from '../projection.js';
import type { RowReader, SourceRow } from '../source-row.js';
import { FeatureCutter } from './feature-cutter.js';
import { isTooDeep, objectRow } from './object-row.js';

/** Reads JSON objects: records or GeoJSON features, or a GeoJSON text sequence. */
export class JsonRows implements RowReader {
  readonly header: readonly string[];

  /**
   * @param splitter splits streamed text into parts with an object each
   * @param project projection of the source's reference system if it isn't WGS 84
   */
  constructor(
    name: 'record' | 'feature',
    private readonly splitter: Pick<LineSplitter, 'push'> & { end?(): Line[] },
    private readonly mapper: ColumnMapper,
    private readonly project?: Projection,
  ) {
    this.header = [name];
  }

  push(text: string): SourceRow[] {
    return this.splitter.push(text).flatMap((part) => this.row(part));
  }

  end(): SourceRow[] {
    return this.splitter.end?.().flatMap((part) => this.row(part)) ?? [];
  }

  private row({ number, text, isCut }: Line): SourceRow[] {
    const json = withoutSeparator(text.trim());
    if (json === '') return [];
    if (!isCut) return [objectRow(number, json, this.mapper, this.project)];
    return [{ line: number, cells: [json], problem: TOO_LONG }];
  }
}

/**
 * Checks a whole GeoJSON FeatureCollection (RFC 7946) before anything is imported.
 *
 * @returns the projection of its reference system if it isn't WGS 84
 * @throws ImportRefusedError if the collection is truncated or its reference system is unknown
 */
export async function checkCollection(
  pieces: AsyncIterable<string>,
): Promise<Projection | undefined> {
  const { envelope } = await cutAll(pieces, new FeatureCutter(), 'outside its features');
  const collection = parseJson(envelope);
  if (isTooDeep(collection)) throw new ImportRefusedError(TOO_DEEP);
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

/**
 * Checks a whole list before anything is imported.
 *
 * @throws ImportRefusedError if the list is truncated, empty, or contains anything but objects
 */
export async function checkList(pieces: AsyncIterable<string>): Promise<void> {
  const cutter = new FeatureCutter('list');
  const { envelope, objects } = await cutAll(pieces, cutter, 'between its objects');
  if (!Array.isArray(parseJson(envelope)))
    throw new ImportRefusedError('It is not a complete JSON list.');
  if (objects === 0) throw new ImportRefusedError('It is empty.');
}

/** Returns the text around the objects of a whole file, and their number. */
async function cutAll(pieces: AsyncIterable<string>, cutter: FeatureCutter, where: string) {
  let objects = 0;
  for await (const piece of pieces) objects += cutter.push(piece).length;
  const { strayPosition, envelope } = cutter;
  if (strayPosition !== undefined) throw new ImportRefusedError(notAnObject(strayPosition));
  if (!cutter.isEnvelopeCut) return { envelope, objects };
  throw new ImportRefusedError(`The text ${where} exceeds ${MAX_ENVELOPE} characters.`);
}

const notAnObject = (position: number) =>
  `Element ${position} of the list is not an object. Each element must be an object with the values of one business.`;
