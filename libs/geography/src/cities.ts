import { postalAreas } from './postal-codes.js';
import { placeSlug } from './place-names.js';

/** Cities, and what else addresses name, that no post office is called after. */
// prettier-ignore
const WITHOUT_POST_OFFICE: readonly string[] = [
  'Apple Valley', 'Arden Hills', 'Arnold', 'Birchwood', 'Birchwood Village', 'Blaine', 'Bloomington',
  'Branch', 'Breezy Point', 'Brooklyn Center', 'Brooklyn Park', 'Centerville', 'Coates',
  'Columbia Heights', 'Columbus', 'Coon Rapids', 'Corcoran', 'Credit River', 'Crystal', 'Deephaven',
  'Dellwood', 'Eagan', 'East Bethel', 'East Gull Lake', 'Edina', 'Elko New Market', 'Empire',
  'Falcon Heights', 'Fridley', 'Gem Lake', 'Golden Valley', 'Goodview', 'Grant', 'Greenfield',
  'Greenwood', 'Ham Lake', 'Hermantown', 'Hilltop', 'Independence', 'Inver Grove Heights',
  'Lake Saint Croix Beach', 'Lake Shore', 'Lakeland Shores', 'Landfall', 'Lauderdale', 'Lexington',
  'Lilydale', 'Lino Lakes', 'Little Canada', 'Little Rock', 'Mahtomedi', 'Maplewood',
  'Medicine Lake', 'Medina', 'Mendota Heights', 'Miesville', 'Minnetonka', 'Minnetonka Mills',
  'Minnetrista', 'Mounds View', 'New Brighton', 'New Hope', 'New Trier', 'North Mankato',
  'North Oaks', 'North Saint Paul', 'Norwood', 'Nowthen', 'Oak Grove', 'Oak Park Heights', 'Oakdale',
  'Oakport', 'Orono', 'Otsego', 'Parkville', 'Pine Springs', 'Plymouth', 'Proctor', 'Ramsey',
  'Richfield', 'Robbinsdale', 'Roseville', 'Saint Anthony', 'Saint Augusta', 'Saint Louis Park',
  'Saint Marys Point', 'Shoreview', 'Shorewood', 'South Saint Paul', 'Spring Lake Park',
  'Sunfish Lake', 'Tonka Bay', 'Vadnais Heights', 'Vineland', 'West Coon Rapids', 'West Saint Paul',
  'White Bear Lake', 'Woodbury', 'Woodland', 'Young America',
];

let cities: ReadonlyMap<string, string> | undefined;

/** The names of Minnesota's cities by their slugs: of those with a post office, and of further ones. */
export function minnesotaCities(): ReadonlyMap<string, string> {
  return (cities ??= new Map(
    [...WITHOUT_POST_OFFICE, ...Array.from(postalAreas().values(), ({ city }) => city)].map(
      (name) => [placeSlug(name), name],
    ),
  ));
}
