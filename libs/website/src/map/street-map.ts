import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#libs/config/src/environment.js';

/** Street map that replaces the built-in one. Exactly one address is set. */
export interface StreetMap {
  /** Address of a PMTiles archive in the Protomaps schema. */
  pmtiles?: string;
  /** Address of a MapLibre style. */
  style?: string;
  /** Address of raster tiles, with `{z}`, `{x}` and `{y}`. */
  tiles?: string;
}

export const STREETS_FILE = 'streets.pmtiles';

/** Returns the street map. If several are set, the first of these applies. */
export function streetMapOf(environment: Environment): StreetMap | undefined {
  const { MAP_PMTILES, MAP_STYLE_URL, MAP_TILE_URL } = environment;
  if (streetsFileOf(environment)) return { pmtiles: `/map/${STREETS_FILE}` };
  if (MAP_PMTILES) return { pmtiles: MAP_PMTILES };
  if (MAP_STYLE_URL) return { style: MAP_STYLE_URL };
  return MAP_TILE_URL ? { tiles: MAP_TILE_URL } : undefined;
}

/**
 * Returns the path of the archive on this machine: `MAP_PMTILES`, or the first file in
 * `DATA_DIR/maps` if no map is set.
 */
export function streetsFileOf(environment: Environment): string | undefined {
  const { MAP_PMTILES, MAP_STYLE_URL, MAP_TILE_URL, DATA_DIR } = environment;
  if (MAP_PMTILES) return URL.canParse(MAP_PMTILES) ? undefined : MAP_PMTILES;
  if (MAP_STYLE_URL || MAP_TILE_URL) return undefined;
  const folder = join(DATA_DIR, 'maps');
  const [first] = filesIn(folder)
    .filter((name) => name.endsWith('.pmtiles'))
    .sort();
  return first && join(folder, first);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Most installations have no such folder.
    return [];
  }
}
