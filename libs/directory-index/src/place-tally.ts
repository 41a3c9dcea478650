/** Group of businesses in one place, with one spelling of its names. */
export interface Mention {
  /** Slug of the place. Null or empty if the businesses have none. */
  slug: string | null;
  names: (string | null)[];
  businesses: number;
}

/** Place with the names that most of its businesses use. */
export interface Tallied {
  slug: string;
  /** Names in the order of the mentions. Null if no business has that name. */
  names: (string | null)[];
  businesses: number;
}

/** Adds up the mentions of each place, ordered by slug. */
export function tallyPlaces(mentions: readonly Mention[]): Tallied[] {
  const bySlug = new Map<string, Mention[]>();
  for (const mention of mentions) {
    if (!mention.slug) continue;
    const others = bySlug.get(mention.slug);
    if (others) others.push(mention);
    else bySlug.set(mention.slug, [mention]);
  }
  return [...bySlug]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([slug, ofPlace]) => ({
      slug,
      names: ofPlace[0]!.names.map((_, index) => mostFrequent(ofPlace, index)),
      businesses: ofPlace.reduce((sum, { businesses }) => sum + businesses, 0),
    }));
}

/** Returns the most frequent name, or the alphabetically first of several. */
function mostFrequent(mentions: readonly Mention[], index: number): string | null {
  const counts = new Map<string, number>();
  for (const { names, businesses } of mentions) {
    const name = names[index];
    if (name != null) counts.set(name, (counts.get(name) ?? 0) + businesses);
  }
  const [first] = [...counts].sort(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  );
  return first?.[0] ?? null;
}
