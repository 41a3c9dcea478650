import {
  ATTRIBUTE_DECLARATIONS,
  ATTRIBUTE_NAMES,
  type AttributeName,
} from '#libs/businesses/src/record/attributes.js';
import { SCHEMES } from '#libs/businesses/src/record/identifiers.js';
import { DECLARATIONS } from '#libs/businesses/src/record/simple-fields.js';
import { OSM_KEYS, OSM_PAST } from '../cleaning/category-schemes.js';
import type { Field } from './fields.js';

/** Tags of OpenStreetMap such as `disused:shop`. */
const PAST_TAGS = OSM_PAST.flatMap((prefix) => OSM_KEYS.map((key) => `${prefix}:${key}`));

/**
 * Column names recognized for each field, best first. Case, spaces, underscores, hyphens and text
 * in parentheses are ignored. If a file has several columns for a field, the first non-blank one
 * is used.
 */
export const ALIASES: Record<Field, readonly string[]> = {
  id: ['id'],
  sourceId: [],
  name: [
    'name',
    'businessname',
    'companyname',
    'company',
    'business',
    'facilityname',
    'organizationname',
    'storename',
    'marketname',
    'museumname',
    'libraryname',
    'libname',
    'tradename',
    'nameofbusiness',
    'nameoffacility',
    'stationname',
    'licensename',
    'licenseename',
    'doingbusinessas',
    'dba',
    'dbaname',
  ],
  status: ['status', 'businessstatus', 'operatingstatus', 'licensestatus', 'entitystatus'],
  isClosed: ['isclosed', 'permanentlyclosed', 'closed'],
  isOpen: ['isopen'],
  category: [
    'category',
    'categories',
    'type',
    'businesstype',
    'industry',
    'brewerytype',
    'museumtype',
    'storetype',
    'naicsdesc',
    'naicsdescription',
    'naicstitle',
    ...OSM_KEYS,
    ...PAST_TAGS.map(comparable),
  ],
  street: [
    'street',
    'streetaddress',
    'address',
    'address1',
    'addressline1',
    'addressstreet',
    'physicaladdress',
    'addr',
    'addrstreet',
    'streetname',
    'premisesaddress',
    'siteaddress',
    'locationaddress',
    'businessaddress',
    'facilityaddress',
    'fulladdress',
  ],
  houseNumber: [
    'housenumber',
    'houseno',
    'streetnumber',
    'streetnum',
    'streetno',
    'addressnumber',
    'addrhousenumber',
  ],
  unit: ['unit', 'suite', 'apt', 'addrunit', 'addressunit', 'address2', 'addressline2'],
  city: ['city', 'addresscity', 'addrcity', 'cityname', 'town', 'municipality', 'locality'],
  county: ['county', 'cnty', 'countyname', 'addresscounty', 'addrcounty'],
  state: [
    'state',
    'stateprovince',
    'statecode',
    'stateabbr',
    'stabr',
    'addressstate',
    'addrstate',
    'province',
  ],
  postalCode: [
    'postalcode',
    'zip',
    'zipcode',
    'zip5',
    'postcode',
    'postal',
    'addresspostalcode',
    'addrpostcode',
    'addresszip',
  ],
  country: ['country', 'countrycode', 'addresscountry', 'addrcountry'],
  latitude: ['latitude', 'lat', 'locationlatitude', 'y', 'ycoordinate', 'ycoord'],
  longitude: [
    'longitude',
    'longitud',
    'lng',
    'lon',
    'long',
    'locationlongitude',
    'x',
    'xcoordinate',
    'xcoord',
  ],
  point: [
    'wkt',
    'geometry',
    'geom',
    'thegeom',
    'shape',
    'point',
    'location',
    'geolocation',
    'georeference',
    'coordinates',
  ],
  precision: ['precision', 'locationprecision'],
  hours: ['hours', 'openinghours', 'businesshours'],
  specialHours: ['specialhours', 'holidayhours', 'exceptionalhours'],
  ...aliasesOf(DECLARATIONS),
  ...aliasesOfAttributes(),
  identifiers: ['identifiers'],
  osmType: ['osmtype'],
  confirmedOn: ['confirmedon', 'verifiedon', 'lastverified', 'lastchecked', 'checkdate'],
  ...aliasesOf(SCHEMES),
  facebook: ['facebook', 'facebookurl', 'socialfacebook', 'contactfacebook'],
  instagram: ['instagram', 'instagramurl', 'socialinstagram', 'contactinstagram'],
  twitter: ['twitter', 'twitterurl', 'socialtwitter'],
  linkedin: ['linkedin', 'linkedinurl', 'sociallinkedin'],
  youtube: ['youtube', 'youtubeurl', 'socialyoutube'],
  tiktok: ['tiktok', 'tiktokurl', 'socialtiktok'],
};

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

/** Adds the names of nested JSON fields, such as `attributeswifi`. */
function aliasesOfAttributes() {
  const entries = ATTRIBUTE_NAMES.map((name) => {
    const { aliases } = ATTRIBUTE_DECLARATIONS[name];
    return [name, [...aliases, `attributes${name.toLowerCase()}`]];
  });
  return Object.fromEntries(entries) as Record<AttributeName, readonly string[]>;
}

function aliasesOf<N extends string>(
  declarations: Readonly<Record<N, { aliases: readonly string[] }>>,
): Record<N, readonly string[]> {
  const entries = Object.entries<{ aliases: readonly string[] }>(declarations);
  return Object.fromEntries(entries.map(([name, { aliases }]) => [name, aliases])) as Record<
    N,
    readonly string[]
  >;
}
