/** Some businesses of a place, whose records call it, or what it is in, by these names. */
export interface Mention {
  /** Null, or empty, for businesses that name no such place. */
  slug: string | null;
  names: (string | null)[];
  businesses: number;
}

/** A place, by the names that most of its businesses use. */
export interface Tallied {
  slug: string;
  /** As they stand in the mentions; null for what no business names. */
  names: (string | null)[];
  businesses: number;
}

/** Adds up what is said of each place, in the order of the slugs. */
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

/** The most frequent value; ties go to the first in the alphabet. */
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
