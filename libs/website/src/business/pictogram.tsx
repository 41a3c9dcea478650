import type { CategoryRefDto } from '#libs/businesses/src/record/business.dto.js';
import { Icon } from '../layout/icon.js';
import type { PageContext } from '../pages/page-context.js';

/** What a category's slug has in it, and its icon: the first that fits. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/baker|bagel|pastr|donut/, 'croissant'],
  [/cafe|coffee|tea/, 'coffee'],
  [/brew|bar\b|bars|pub|tap|wine|distill/, 'beer'],
  [/ice-cream|creamer/, 'ice-cream-cone'],
  [/restaurant|diner|kitchen|food|pizza|grill|eat/, 'utensils'],
  [/grocer|market|co-op/, 'shopping-basket'],
  [/book|librar|print/, 'book-open'],
  [/dent|clinic|health|medical|chiro|hospital/, 'stethoscope'],
  [/pharmac|drug/, 'pill'],
  [/optic|eye/, 'eye'],
  [/vet|pet|animal/, 'paw-print'],
  [/hair|barber|salon|beauty/, 'scissors'],
  [/bicycle|bike|cycl/, 'bike'],
  [/auto|car\b|garage|tire/, 'car'],
  [/gas|fuel/, 'fuel'],
  [/hotel|lodg|resort|inn\b|campground/, 'bed-double'],
  [/florist|flower/, 'flower-2'],
  [/garden|nurser|landscap|lawn/, 'sprout'],
  [/farm|feed|tractor/, 'tractor'],
  [/boat|marin|sail|fish|outfitter/, 'sailboat'],
  [/electric/, 'plug'],
  [/plumb|repair|machine/, 'wrench'],
  [/hardware|carpent|construct|wood|build/, 'hammer'],
  [/account|tax|bookkeep|insur/, 'calculator'],
  [/law|legal|attorney/, 'scale'],
  [/bank|government|museum/, 'landmark'],
  [/music/, 'music'],
  [/art|craft|galler/, 'palette'],
  [/photo/, 'camera'],
  [/theat|cinema/, 'theater'],
  [/toy|game/, 'toy-brick'],
  [/child|daycare/, 'baby'],
  [/school|educat|lesson|tutor/, 'graduation-cap'],
  [/software|comput|data|design/, 'laptop'],
  [/jewel/, 'gem'],
  [/gift|souvenir/, 'gift'],
  [/cloth|tailor|shoe|outdoor-wear/, 'shirt'],
  [/furniture|antique/, 'armchair'],
  [/real-estate|home/, 'house'],
  [/fitness|yoga|gym|sport/, 'dumbbell'],
  [/outdoor|park|recreation|ski/, 'trees'],
  [/church|worship/, 'church'],
  [/shop|store|retail/, 'shopping-bag'],
];

const TINTS = 8;

interface Properties {
  page: PageContext;
  category: Pick<CategoryRefDto, 'slug'> | undefined;
}

/** A category's drawing on a tile whose tint is always the same for it. */
export function Pictogram({ page, category }: Properties) {
  const slug = category?.slug ?? '';
  const icon = ICONS.find(([pattern]) => pattern.test(slug))?.[1] ?? 'store';
  return (
    <span class={`pictogram tint-${tintOf(slug)}`}>
      <Icon page={page} name={icon} />
    </span>
  );
}

function tintOf(slug: string): number {
  let sum = 0;
  for (const letter of slug) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return sum % TINTS;
}
