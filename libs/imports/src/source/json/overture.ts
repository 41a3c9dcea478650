import { isObject } from './flatten.js';

type JsonObject = Record<string, unknown>;

/**
 * The properties of a place of Overture Maps (schema "places/place") by the names that are known here: the primary name and
 * category, and of addresses, phones and the like the first. Other properties are returned as they are.
 */
export function withoutOverture(properties: JsonObject): JsonObject {
  const { names, categories, phones, websites, emails, addresses } = properties;
  if (!isObject(names) || typeof names.primary !== 'string') return properties;
  const address = first(addresses);
  const { freeform, locality, region, postcode, country } = isObject(address) ? address : {};
  return {
    name: names.primary,
    category: isObject(categories) ? categories.primary : undefined,
    status: properties.operating_status,
    street: freeform,
    city: locality,
    // As ISO 3166-2 writes it, too.
    state: typeof region === 'string' ? region.replace(/^US-/, '') : undefined,
    postalCode: postcode,
    country,
    phone: first(phones),
    website: first(websites),
    email: first(emails),
  };
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list as unknown[])[0] : undefined;
}
