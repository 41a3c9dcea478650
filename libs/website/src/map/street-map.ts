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

/** Returns the configured street map. If several are set, the first of these applies. */
export function streetMapOf({
  MAP_PMTILES,
  MAP_STYLE_URL,
  MAP_TILE_URL,
}: Environment): StreetMap | undefined {
  if (MAP_PMTILES) {
    return { pmtiles: URL.canParse(MAP_PMTILES) ? MAP_PMTILES : `/map/${STREETS_FILE}` };
  }
  if (MAP_STYLE_URL) return { style: MAP_STYLE_URL };
  return MAP_TILE_URL ? { tiles: MAP_TILE_URL } : undefined;
}
