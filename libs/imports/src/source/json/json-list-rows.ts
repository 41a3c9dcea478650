import type { ColumnMapper } from '../../columns/column-mapper.js';
import { ImportRefusedError, MAX_ENVELOPE } from '../limits.js';
import { FeatureCutter } from './feature-cutter.js';
import { GeojsonRows } from './geojson-rows.js';
import { parseJson } from './parse-json.js';

/** Reads the objects of a JSON list: records or GeoJSON features. */
export class JsonListRows extends GeojsonRows {
  override readonly header = ['record'];

  constructor(mapper: ColumnMapper) {
    super(mapper, undefined, new FeatureCutter('list'));
  }
}

/**
 * Checks a whole list before anything is imported.
 *
 * @throws ImportRefusedError if the list is truncated or contains anything but objects
 */
export async function checkList(pieces: AsyncIterable<string>): Promise<void> {
  const cutter = new FeatureCutter('list');
  let objects = 0;
  for await (const piece of pieces) objects += cutter.push(piece).length;
  const parsed = cutter.isEnvelopeCut ? undefined : parseJson(cutter.envelope);
  const rest = parsed && 'value' in parsed ? parsed.value : undefined;
  if (!Array.isArray(rest)) {
    throw new ImportRefusedError(
      cutter.isEnvelopeCut
        ? `The text between its objects exceeds ${MAX_ENVELOPE} characters.`
        : 'It is not a complete JSON list.',
    );
  }
  if (rest.length > 0 || objects === 0) {
    throw new ImportRefusedError('The JSON list must contain only objects.');
  }
}
