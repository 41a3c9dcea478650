import { ATTRIBUTE_DECLARATIONS } from '#libs/businesses/src/record/attributes.js';
import { SCHEMES } from '#libs/businesses/src/record/identifiers.js';
import { DECLARATIONS } from '#libs/businesses/src/record/simple-fields.js';
import {
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#libs/businesses/src/record/social-networks.js';
import { OSM_KEYS, OSM_PAST } from '../cleaning/category-schemes.js';

/** Tags of OpenStreetMap such as `disused:shop`. */
const PAST_TAGS = OSM_PAST.flatMap((prefix) => OSM_KEYS.map((key) => `${prefix}:${key}`));

/**
 * Column names recognized for each field, best first. Case, spaces, underscores, hyphens and text
 * in parentheses are ignored. If a file has several columns for a field, the first non-blank one
 * is used.
 */
export const ALIASES = {
  // Id of the business in this directory, as in its exports.
  id: ['id'],
  // Id of the row in its source, if the source has an id column.
  sourceId: [] as string[],
  name: names(`
    name businessname companyname company business facilityname organizationname storename
    marketname museumname libraryname libname tradename nameofbusiness nameoffacility stationname
    licensename licenseename doingbusinessas dba dbaname`),
  status: names('status businessstatus operatingstatus licensestatus entitystatus'),
  isClosed: names('isclosed permanentlyclosed closed'),
  isOpen: ['isopen'],
  category: [
    ...names(`
      category categories type businesstype industry brewerytype museumtype storetype naicsdesc
      naicsdescription naicstitle`),
    ...OSM_KEYS,
    ...PAST_TAGS.map(comparable),
  ],
  street: names(`
    street streetaddress address address1 addressline1 addressstreet physicaladdress addr
    addrstreet streetname premisesaddress siteaddress locationaddress businessaddress
    facilityaddress fulladdress`),
  houseNumber: names(`
    housenumber houseno streetnumber streetnum streetno addressnumber addrhousenumber`),
  unit: names('unit suite apt addrunit addressunit address2 addressline2'),
  city: names('city addresscity addrcity cityname town municipality locality'),
  county: names('county cnty countyname addresscounty addrcounty'),
  state: names('state stateprovince statecode stateabbr stabr addressstate addrstate province'),
  postalCode: names(`
    postalcode zip zipcode zip5 postcode postal addresspostalcode addrpostcode addresszip`),
  country: names('country countrycode addresscountry addrcountry'),
  latitude: names('latitude lat locationlatitude y ycoordinate ycoord'),
  longitude: names('longitude longitud lng lon long locationlongitude x xcoordinate xcoord'),
  // Both coordinates in one cell.
  point: names(`
    wkt geometry geom thegeom shape point location geolocation georeference coordinates`),
  precision: names('precision locationprecision'),
  hours: names('hours openinghours businesshours'),
  specialHours: names('specialhours holidayhours exceptionalhours'),
  ...aliasesOf(DECLARATIONS),
  ...aliasesOf(ATTRIBUTE_DECLARATIONS, 'attributes'),
  identifiers: ['identifiers'],
  // `node`, `way` or `relation`, if the column of the OpenStreetMap id has only its number.
  osmType: ['osmtype'],
  confirmedOn: names('confirmedon verifiedon lastverified lastchecked checkdate'),
  ...aliasesOf(SCHEMES),
  ...aliasesOfNetworks(),
};

/** A field that a column can hold. A scheme of identifiers has a column of its own. */
export type Field = keyof typeof ALIASES;

export const FIELDS = Object.keys(ALIASES) as Field[];

/** A row's raw cells by field; empty if the column is blank. */
export type RawRecord = Partial<Record<Field, string>>;

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

/**
 * Normalizes a column name: removes spelling differences and explanations in parentheses. Exports of
 * OpenStreetMap have `@id` and `@type` columns.
 */
export function comparable(name: string): string {
  const explained = name.replace(/^@(?=(?:id|type)$)/, 'osm').replace(/\([^)]*\)/g, '');
  return (explained.trim() || name).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Categories' columns whose name completes the values: `micro` in `brewery_type` is a brewery. */
export const CATEGORY_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['brewerytype', 'Brewery: '],
  ['museumtype', 'Museum: '],
  ...[...OSM_KEYS, ...PAST_TAGS].map((key) => [comparable(key), `${key}=`] as const),
]);

/** @param parent object that has the fields in JSON: `attributes` gives `attributeswifi` */
function aliasesOf<N extends string>(
  declarations: Readonly<Record<N, { aliases: readonly string[] }>>,
  parent?: string,
): Record<N, readonly string[]> {
  const entries = Object.entries<{ aliases: readonly string[] }>(declarations);
  return Object.fromEntries(
    entries.map(([name, { aliases }]) => [
      name,
      parent ? [...aliases, parent + name.toLowerCase()] : aliases,
    ]),
  ) as Record<N, readonly string[]>;
}

function aliasesOfNetworks(): Record<SocialNetwork, readonly string[]> {
  const entries = SOCIAL_NETWORKS.map((network) => [
    network,
    [network, `${network}url`, `social${network}`, `contact${network}`],
  ]);
  return Object.fromEntries(entries) as Record<SocialNetwork, readonly string[]>;
}
