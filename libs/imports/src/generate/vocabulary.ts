/** Vocabulary for names and addresses of fictional businesses. */

const words = (text: string) => text.trim().split(/\s+/);

export const FIRST_WORDS = words(`
  Amber Ash Aspen Autumn Birch Blue Boreal Bright Bronze Cedar Clear Copper Crystal Dawn Driftwood
  Early Eastern Evergreen Flint Four Frost Golden Granite Grand Great Green Harvest Hidden High
  Indigo Iron Juniper Lakeland Little Lone Long Lucky Maple Midnight Misty Morning North Northern
  Oak Old Open Painted Pine Prairie Quiet Red River Rocky Rolling Rustic Sandy Silver Snow Solid
  South Spruce Starlit Steady Stone Summit Sunny Tall Tamarack Timber True Twin Upper Velvet
  Western White Wild Willow Windy Winter Wooden Yellow
`);

export const SECOND_WORDS = words(`
  Acorn Anchor Arrow Badger Bay Beacon Bear Beaver Bell Bison Bluff Bridge Brook Canoe Caribou
  Clover Compass Cottage Creek Crossing Dock Eagle Echo Elk Falls Feather Fern Field Finch Forest
  Fox Gate Grove Gull Harbor Hawk Heron Hill Hollow Island Kettle Kestrel Lantern Ledge Loon Lynx
  Market Meadow Mill Moose Moon Oar Orchard Otter Owl Paddle Pearl Perch Pike Plow Pond Portage
  Quarry Raven Ridge Robin Rose Sail Shore Sparrow Spring Star Station Sumac Thistle Trail Trout
  Valley Walleye Wagon Wheel Wolf Wren
`);

export const SURNAMES = words(`
  Abdi Anderson Bakken Becker Berg Carlson Dahl Eklund Erickson Fischer Garcia Gustafson Halvorson
  Hansen Hassan Hoffman Iverson Jensen Johnson Kowalski Larson Lindgren Lor Lund Mattson Moua
  Nelson Nguyen Novak Olson Peterson Quist Rasmussen Ruiz Schmidt Schultz Sorenson Swanson Thao
  Thorson Vang Wagner Weber Xiong Yang Zimmerman
`);

/** Categories with the nouns used in business names. */
export const TRADES: readonly (readonly [string, readonly string[]])[] = [
  ['Accountant', ['Accounting', 'Tax Service', 'Bookkeeping']],
  ['Antiques', ['Antiques', 'Curiosities']],
  ['Art gallery', ['Gallery', 'Art House']],
  ['Auto repair', ['Auto Care', 'Motors', 'Garage']],
  ['Bakery', ['Bakery', 'Bread Company', 'Bakehouse']],
  ['Bar', ['Tavern', 'Taproom', 'Lounge']],
  ['Bicycle shop', ['Bicycles', 'Cycle Works']],
  ['Bookstore', ['Books', 'Book Room']],
  ['Brewery', ['Brewing', 'Ale Works']],
  ['Cafe', ['Cafe', 'Coffee', 'Coffee House']],
  ['Carpenter', ['Carpentry', 'Woodworks']],
  ['Child care', ['Child Care', 'Early Learning']],
  ['Clinic', ['Clinic', 'Family Health']],
  ['Clothing store', ['Clothiers', 'Outfitters']],
  ['Dentist', ['Dental', 'Family Dentistry']],
  ['Electrician', ['Electric', 'Power & Light']],
  ['Farm supply', ['Farm Supply', 'Feed & Seed']],
  ['Fitness', ['Fitness', 'Yoga', 'Athletic Club']],
  ['Florist', ['Floral', 'Flowers']],
  ['Furniture store', ['Furniture', 'Home Goods']],
  ['Garden center', ['Gardens', 'Nursery']],
  ['Grocery', ['Market', 'Grocery', 'Food Co-op']],
  ['Hair salon', ['Salon', 'Hair Studio']],
  ['Hardware store', ['Hardware', 'Supply']],
  ['Hotel', ['Inn', 'Lodge', 'Resort']],
  ['Ice cream', ['Creamery', 'Ice Cream']],
  ['Jeweler', ['Jewelers', 'Goldsmith']],
  ['Landscaping', ['Landscaping', 'Lawn & Snow']],
  ['Lawyer', ['Law Office', 'Legal Group']],
  ['Music store', ['Music', 'Strings']],
  ['Optician', ['Optical', 'Eye Care']],
  ['Pet store', ['Pets', 'Pet Supply']],
  ['Pharmacy', ['Pharmacy', 'Drug Store']],
  ['Photographer', ['Photography', 'Portraits']],
  ['Plumber', ['Plumbing', 'Plumbing & Heating']],
  ['Printing', ['Printing', 'Press']],
  ['Real estate', ['Realty', 'Homes']],
  ['Restaurant', ['Kitchen', 'Grill', 'Supper Club', 'Diner']],
  ['Software', ['Software', 'Data Works']],
  ['Sporting goods', ['Sports', 'Outdoors']],
  ['Tailor', ['Tailors', 'Alterations']],
  ['Theater', ['Theater', 'Playhouse']],
  ['Toy store', ['Toys', 'Games']],
  ['Veterinarian', ['Veterinary', 'Animal Hospital']],
];

export const STREETS = words(`
  1st_Ave 2nd_Ave 3rd_Ave 4th_Ave 5th_Ave 1st_St 2nd_St 3rd_St 4th_St 5th_St 6th_St Aspen_Dr
  Broadway_Ave Cedar_St Center_St Cherry_Ln Church_St Court_St Depot_St Division_St Elm_St
  Front_St Grove_St Hill_St Lake_St Lincoln_Ave Linden_Ave Main_St Maple_St Mill_St Oak_St Park_Ave
  Pine_St Prairie_Rd Railroad_Ave Ridge_Rd River_Rd School_St Spruce_St State_St Summit_Ave
  Sunset_Dr Superior_St Union_St Valley_View_Rd Walnut_St Washington_Ave Water_St Willow_Ln
`).map((street) => street.replaceAll('_', ' '));

export const HOURS = [
  'Mo-Fr 09:00-17:00',
  'Mo-Fr 08:00-18:00; Sa 09:00-14:00',
  'Mo-Su 06:30-15:00',
  'Tu-Sa 10:00-18:00',
  'Mo-Th 11:00-22:00; Fr,Sa 11:00-01:00',
  'Mo-Fr 09:00-12:00,13:00-17:00',
  '24/7',
] as const;
