import type { Environment } from '#libs/config/src/environment.js';

/** A street map in the place of the built-in one: one of these addresses. */
export interface StreetMap {
  /** The address of a PMTiles archive in the scheme of Protomaps. */
  pmtiles?: string;
  /** The address of a style of MapLibre. */
  style?: string;
  /** The address of pictures, with `{z}`, `{x}` and `{y}`. */
  tiles?: string;
}

export const STREETS_FILE = 'streets.pmtiles';

/** What the operator chose; of several settings, the first of these. */
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
