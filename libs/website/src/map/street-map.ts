import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#libs/config/src/environment.js';

/** Street map that replaces the built-in one. */
export interface StreetMap {
  /**
   * A PMTiles archive in the Protomaps schema, a MapLibre style, or raster tiles, whose address
   * contains `{z}`, `{x}` and `{y}`.
   */
  kind: 'pmtiles' | 'map-style' | 'tiles';
  address: string;
}

export const STREETS_FILE = 'streets.pmtiles';

/** Returns the street map. If several are set, the first of these applies. */
export function streetMapOf(environment: Environment): StreetMap | undefined {
  const { MAP_PMTILES, MAP_STYLE_URL, MAP_TILE_URL } = environment;
  if (streetsFileOf(environment)) return { kind: 'pmtiles', address: `/map/${STREETS_FILE}` };
  if (MAP_PMTILES) return { kind: 'pmtiles', address: MAP_PMTILES };
  if (MAP_STYLE_URL) return { kind: 'map-style', address: MAP_STYLE_URL };
  return MAP_TILE_URL ? { kind: 'tiles', address: MAP_TILE_URL } : undefined;
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
