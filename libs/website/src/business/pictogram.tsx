import type { CategoryRefDto } from '#libs/businesses/src/record/business.dto.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { Icon } from '../layout/icon.js';

/** Icons by the start of a word in the category's slug. The first match applies. */
const ICONS = (
  [
    ['baker bagel pastr donut pie', 'croissant'],
    ['cafe coffee tea roaster', 'coffee'],
    ['brew bar pub tap taverns wine distiller cider', 'beer'],
    ['ice-cream creamer', 'ice-cream-cone'],
    ['restaurant diner kitchen food pizza grill eat supper', 'utensils'],
    ['grocer market co-op cheese butcher', 'shopping-basket'],
    ['book librar print stationer', 'book-open'],
    ['dent clinic health medical doctor chiropract hospital', 'stethoscope'],
    ['pharmac drug', 'pill'],
    ['optic optom eye', 'eye'],
    ['vet pet animal', 'paw-print'],
    ['hair barber salon beauty spa', 'scissors'],
    ['bicycle bike cycl', 'bike'],
    ['auto cars garage tire', 'car'],
    ['gas fuel', 'fuel'],
    ['hotel motel lodg resort inn campground bed', 'bed-double'],
    ['florist flower', 'flower-2'],
    ['garden nurser landscap lawn', 'sprout'],
    ['farm feed tractor orchard', 'tractor'],
    ['boat marin sail fish bait outfitter canoe', 'sailboat'],
    ['electric', 'plug'],
    ['plumb repair machin heating', 'wrench'],
    ['hardware carpent construct wood build contract', 'hammer'],
    ['account tax bookkeep insur financ', 'calculator'],
    ['law legal attorney', 'scale'],
    ['bank government museum histor', 'landmark'],
    ['music', 'music'],
    ['art craft galler potter yarn', 'palette'],
    ['photo', 'camera'],
    ['theat cinema movie', 'theater'],
    ['toy game', 'toy-brick'],
    ['child daycare', 'baby'],
    ['school educat lesson tutor', 'graduation-cap'],
    ['software comput data design it', 'laptop'],
    ['jewel', 'gem'],
    ['gift souvenir', 'gift'],
    ['cloth tailor shoe apparel', 'shirt'],
    ['furniture antique', 'armchair'],
    ['real-estate home housing', 'house'],
    ['fitness yoga gym sport', 'dumbbell'],
    ['outdoor park recreation ski trail', 'trees'],
    ['church worship', 'church'],
    ['shop store retail', 'shopping-bag'],
  ] as const
).map(([words, icon]) => ({ icon, pattern: new RegExp(`(^|-)(${words.replaceAll(' ', '|')})`) }));

const TINTS = 8;

/**
 * A category's icon on a tile: that of its top ancestor, if it has one. A category always has the
 * same tint.
 */
export function Pictogram({ category }: { category?: Pick<CategoryRefDto, 'slug' | 'name'> }) {
  const slug = category?.slug ?? '';
  const ancestor = slugify(category?.name.split(': ', 1)[0] ?? '');
  const icon = iconOf(ancestor) ?? iconOf(slug) ?? 'store';
  return (
    <span class={`pictogram tint-${tintOf(slug)}`}>
      <Icon name={icon} />
    </span>
  );
}

function iconOf(slug: string): string | undefined {
  return ICONS.find(({ pattern }) => pattern.test(slug))?.icon;
}

function tintOf(slug: string): number {
  let sum = 0;
  for (const letter of slug) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % TINTS;
}
