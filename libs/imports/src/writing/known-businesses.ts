import { MAX_NEIGHBORS, placesOf, uniqueIdentifiersOf } from './candidate.js';
import type { StoredBusiness } from './stored-business.js';

/** Businesses by what a row may have in common with them, at most `MAX_NEIGHBORS` per key. */
export class KnownBusinesses {
  private readonly byKey = new Map<string, StoredBusiness[]>();

  /** Returns the businesses with any of the keys, in their order. See `keysOf`. */
  with(keys: readonly string[]): StoredBusiness[] {
    return [...new Set(keys.flatMap((key) => this.byKey.get(key) ?? []))];
  }

  add(business: StoredBusiness): void {
    for (const key of keysOf(business)) {
      const alike = this.byKey.get(key);
      if (!alike) this.byKey.set(key, [business]);
      else if (alike.length < MAX_NEIGHBORS) alike.push(business);
    }
  }

  remove(business: StoredBusiness): void {
    for (const key of keysOf(business)) {
      const others = this.byKey.get(key)!.filter(({ id }) => id !== business.id);
      this.byKey.set(key, others);
    }
  }
}

/** Returns the identity, identifiers, name and city, and places of a business. */
function keysOf(business: StoredBusiness): string[] {
  const { matchKey } = business;
  const exact = [matchKey, ...uniqueIdentifiersOf(business)];
  return [...exact, nameAndCity(matchKey), ...placesOf(business)];
}

/** Returns the prefix shared by all identities with the same name and city. */
export function nameAndCity(matchKey: string): string {
  return matchKey.split('|', 2).join('|');
}
