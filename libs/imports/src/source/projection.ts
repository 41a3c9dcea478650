import proj4, { type Converter } from 'proj4';
import { excerpt } from '#libs/text/src/excerpt.js';
import { ImportRefusedError } from './limits.js';

/**
 * Converts a point from a source's reference system to longitude and latitude in degrees of WGS
 * 84.
 */
export type Projection = (point: [x: number, y: number]) => [longitude: number, latitude: number];

const NAD83 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs';
const METERS = `+x_0=800000 +y_0=100000 ${NAD83} +units=m`;
const FEET = `+x_0=800000.00001016 +y_0=99999.9999898399 ${NAD83} +units=us-ft`;
const NORTH = '+proj=lcc +lat_0=46.5 +lon_0=-93.1 +lat_1=48.6333333333333 +lat_2=47.0333333333333';
const CENTRAL = '+proj=lcc +lat_0=45 +lon_0=-94.25 +lat_1=47.05 +lat_2=45.6166666666667';
const SOUTH = '+proj=lcc +lat_0=43 +lon_0=-94 +lat_1=45.2166666666667 +lat_2=43.7833333333333';

/**
 * Reference systems used by Minnesota's agencies, by EPSG number, in addition to those built into
 * proj4: State Plane and UTM in NAD 83 and its later realizations, which differ by about a meter.
 */
const SYSTEMS: readonly [numbers: number[], definition: string][] = [
  [[26991, 2810, 3595, 6502], `${NORTH} ${METERS}`],
  [[26992, 2811, 3594, 6500], `${CENTRAL} ${METERS}`],
  [[26993, 2812, 3596, 6504], `${SOUTH} ${METERS}`],
  [[26849, 26857, 26865, 6503], `${NORTH} ${FEET}`],
  [[26850, 26858, 26866, 6501], `${CENTRAL} ${FEET}`],
  [[26851, 26859, 26867, 6505], `${SOUTH} ${FEET}`],
  [[26914, 3744, 3721, 6343], `+proj=utm +zone=14 ${NAD83} +units=m`],
  [[26915, 3745, 3722, 6344], `+proj=utm +zone=15 ${NAD83} +units=m`],
  [[26916, 3746, 3723, 6345], `+proj=utm +zone=16 ${NAD83} +units=m`],
];
for (const [numbers, definition] of SYSTEMS) {
  for (const number of numbers) proj4.defs(`EPSG:${number}`, definition);
}

/** Maximum length of a definition in characters. */
const MAX_DEFINITION = 20_000;
/** Geographic systems whose degrees match WGS 84 within two meters. */
const IN_DEGREES = /^(?:OGC:)?CRS84h?$|^EPSG:(?:4326|4269|4979|4152|4759|6318)$/i;

/**
 * Returns the projection of a reference system.
 *
 * @param name such as `EPSG:26915` or `urn:ogc:def:crs:EPSG::26915`
 * @param definition the system in WKT or PROJJSON, if the source has one
 * @returns undefined if the coordinates already are longitude and latitude
 * @throws ImportRefusedError if the system is unknown
 */
export function projectionOf(name: string, definition?: string | object): Projection | undefined {
  const short = shortName(name);
  if (IN_DEGREES.test(short)) return undefined;
  // Try the EPSG number first, because definitions vary between programs.
  for (const system of [short, definition]) {
    const converter = system !== undefined && converterOf(system);
    if (converter) return ([x, y]) => converter.forward<[number, number]>([x, y]);
  }
  throw new ImportRefusedError(
    `Its coordinates use an unknown reference system (${excerpt(name, 100)}). ` +
      'Convert it to WGS 84 (EPSG:4326), for example with ogr2ogr -t_srs EPSG:4326.',
  );
}

/**
 * Shortens `urn:ogc:def:crs:EPSG:6.3:26915` and `http://www.opengis.net/def/crs/EPSG/0/26915` to
 * `EPSG:26915`.
 */
function shortName(name: string): string {
  const [, authority, code] = /\b(EPSG|OGC)[:/](?:[\w.]*[:/])?(\w+)$/i.exec(name.trim()) ?? [];
  return authority ? `${authority.toUpperCase()}:${code}` : name.trim();
}

function converterOf(system: string | object): Converter | undefined {
  const text = typeof system === 'string' ? system : JSON.stringify(system);
  if (text.length > MAX_DEFINITION) return undefined;
  try {
    return proj4(system as string, 'WGS84');
  } catch {
    return undefined;
  }
}
