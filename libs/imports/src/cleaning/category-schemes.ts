import type { BusinessStatus } from '#libs/database/src/database.js';

/**
 * Categories by code of the North American Industry Classification System (NAICS, 2017 and 2022).
 * The longest code that an industry's code begins with applies.
 */
const NAICS: ReadonlyMap<string, string> = table(`
  111 Farm, 112 Farm, 1114 Nursery, 236 Builder, 238 Contractor, 23816 Roofer,
  23821 Electrician, 23822 Plumber, 311811 Bakery, 31212 Brewery, 31213 Winery,
  31214 Distillery, 323 Print shop, 4411 Car dealer, 441222 Boat dealer,
  4413 Auto parts store, 4421 Furniture store, 4431 Electronics store, 444 Hardware store,
  44422 Garden center, 44424 Garden center, 4451 Grocery store, 44513 Convenience store,
  44521 Butcher, 44524 Butcher, 44522 Seafood market, 44525 Seafood market, 445291 Bakery,
  4453 Liquor store, 44611 Pharmacy, 44613 Optician, 447 Gas station, 4481 Clothing store,
  4482 Shoe store, 44831 Jewelry store, 4491 Furniture store, 4492 Electronics store,
  45111 Sporting goods store, 45112 Toy store, 451211 Bookstore, 45311 Florist,
  45322 Gift shop, 4533 Thrift store, 45391 Pet store, 45611 Pharmacy, 45613 Optician,
  4571 Gas station, 4581 Clothing store, 4582 Shoe store, 45831 Jewelry store,
  45911 Sporting goods store, 45912 Toy store, 45921 Bookstore, 45931 Florist,
  45942 Gift shop, 4595 Thrift store, 45991 Pet store, 51213 Movie theater, 51912 Library,
  51921 Library, 5221 Bank, 5242 Insurance agency, 5312 Real estate agency,
  53113 Self storage, 5411 Law firm, 5412 Accountant, 54192 Photographer,
  54194 Veterinarian, 5615 Travel agency, 611 School, 6211 Doctor, 6212 Dentist,
  62131 Chiropractor, 62132 Optometrist, 622 Hospital, 6231 Nursing home, 6244 Childcare,
  7111 Theater, 71211 Museum, 71391 Golf course, 71394 Gym, 71395 Bowling alley,
  7211 Hotel, 72121 Campground, 72232 Caterer, 7224 Bar, 722511 Restaurant,
  722513 Fast food, 722515 Cafe, 8111 Auto repair, 811192 Car wash, 81211 Hair salon,
  81221 Funeral home, 81231 Laundromat, 81232 Dry cleaner, 8131 Place of worship
`);

/** Categories of OpenStreetMap's tags whose value is not a category's name by itself. */
const OPEN_STREET_MAP: ReadonlyMap<string, string> = table(`
  alcohol: Liquor store, antiques: Antique store, art: Art gallery, arts_centre: Arts center,
  beauty: Beauty salon, bicycle: Bicycle shop, boat: Boat dealer, books: Bookstore,
  camp_site: Campground, cannabis: Cannabis dispensary, car: Car dealer,
  car_parts: Auto parts store, car_repair: Auto repair, caravan_site: RV park,
  charity: Thrift store, cheese: Cheese shop, chemist: Drugstore, cinema: Movie theater,
  clothes: Clothing store, coffee: Coffee shop, community_centre: Community center,
  computer: Computer store, confectionery: Candy store, convenience: Convenience store,
  copyshop: Print shop, doctors: Doctor, doityourself: Hardware store, dry_cleaning: Dry cleaner,
  electronics: Electronics store, estate_agent: Real estate agency, fabric: Fabric store,
  fitness_centre: Gym, fuel: Gas station, funeral_directors: Funeral home,
  furniture: Furniture store, garden_centre: Garden center, gift: Gift shop,
  hairdresser: Hair salon, hardware: Hardware store, ice_cream: Ice cream shop,
  insurance: Insurance agency, jewelry: Jewelry store, kindergarten: Preschool,
  laundry: Laundromat, lawyer: Law firm, mobile_phone: Mobile phone store,
  motorcycle: Motorcycle dealer, music: Music store, outdoor: Outdoor store, paint: Paint store,
  pet: Pet store, seafood: Seafood market, second_hand: Thrift store, shoes: Shoe store,
  sports: Sporting goods store, sports_centre: Sports center, stationery: Stationery store,
  storage_rental: Self storage, tattoo: Tattoo parlor, tea: Tea shop, theatre: Theater,
  tobacco: Tobacco shop, townhall: Town hall, toys: Toy store, tyres: Tire shop,
  veterinary: Veterinarian, wine: Wine shop
`);

/** Keys of OpenStreetMap's tags for what a place is. */
export const OSM_KEYS = [
  'amenity',
  'shop',
  'craft',
  'office',
  'tourism',
  'leisure',
  'healthcare',
] as const;

/** Prefixes of these keys on places that closed. */
export const OSM_PAST = ['disused', 'abandoned', 'was'] as const;

const OSM_TAG = new RegExp(`^(?:(${OSM_PAST.join('|')}):)?(${OSM_KEYS.join('|')})=(.+)$`, 'i');

/** A type of Open Brewery DB that states the status of a brewery instead of its kind. */
const BREWERY_STATUS = /^Brewery: (?:(closed)|planning)$/i;

/** Returns the category of an industry's NAICS code of 2 to 6 digits; undefined if unknown. */
export function naicsCategory(code: string): string | undefined {
  for (let length = code.length; length > 1; length--) {
    const found = NAICS.get(code.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

/**
 * Translates a category of a known scheme: a NAICS code (`722511`), a tag of OpenStreetMap
 * (`shop=books`), a type of schema.org (`https://schema.org/AutoRepair`), or an identifier as in
 * Overture Maps (`coffee_shop`). Returns other text unchanged.
 */
export function plainCategory(text: string): string {
  if (BREWERY_STATUS.test(text)) return 'Brewery';
  if (/^\d{2,6}$/.test(text)) return naicsCategory(text) ?? text;
  const type = /^https?:\/\/schema\.org\/([A-Za-z]+)$/.exec(text)?.[1];
  if (type) return type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const [, , key, value] = OSM_TAG.exec(text) ?? [];
  if (key && value === 'yes') return key;
  const known = value && OPEN_STREET_MAP.get(value.toLowerCase());
  return known || (value ?? text).replace(/_/g, ' ');
}

/**
 * Returns the status that a type of Open Brewery DB or the tags of OpenStreetMap in a list of
 * categories imply; null if they imply none.
 */
export function categoryStatus(text: string): BusinessStatus | null {
  const brewery = BREWERY_STATUS.exec(text);
  if (brewery) return brewery[1] ? 'closed' : 'temporarily_closed';
  const tags = text
    .split(/[;|]/)
    .map((part) => OSM_TAG.exec(part.trim()))
    .filter((tag) => tag !== null);
  if (tags.length === 0) return null;
  return tags.every(([, past]) => past) ? 'closed' : 'open';
}

/** Reports whether a category is the name of a known scheme's category, and no subcategory. */
export function isKnownCategory(name: string): boolean {
  return KNOWN.has(name.toLowerCase());
}

const KNOWN = new Set(
  [...NAICS.values(), ...OPEN_STREET_MAP.values()].map((name) => name.toLowerCase()),
);

/** Reads `23816 Roofer, 311811 Bakery` or `fuel: Gas station, shoes: Shoe store`. */
function table(text: string): Map<string, string> {
  const entries = text.matchAll(/(\w+):? ([^,]+?)(?=,|\s*$)/g);
  return new Map(Array.from(entries, ([, code = '', name = '']) => [code, name]));
}
