import { SOCIAL_NETWORKS } from '#libs/businesses/src/record/social-networks.js';
import { isObject, type JsonObject } from '#libs/text/src/json.js';

/**
 * Returns the properties of an Overture Maps place (schema "places/place") under recognized names:
 * the primary name and category, and the first address, phone and so on. Other properties are
 * returned unchanged.
 */
export function withoutOverture(properties: JsonObject): JsonObject {
  const { names, id, categories, taxonomy, phones, websites, emails, addresses } = properties;
  if (!isObject(names) || typeof names.primary !== 'string') return properties;
  const address = first(addresses);
  const { freeform, locality, region, postcode, country } = isObject(address) ? address : {};
  return {
    id,
    overture: id,
    name: names.primary,
    category: primary(categories) ?? primary(taxonomy) ?? properties.basic_category,
    status: properties.operating_status,
    street: freeform,
    city: locality,
    // May have the prefix of ISO 3166-2.
    state: typeof region === 'string' ? region.replace(/^US-/, '') : undefined,
    postalCode: postcode,
    country,
    phone: first(phones),
    website: first(websites),
    email: first(emails),
    ...accounts(properties.socials),
  };
}

const ACCOUNT = new RegExp(
  `^https?://(?:[\\w-]+\\.)?(${[...SOCIAL_NETWORKS, 'x'].join('|')})\\.com/`,
  'i',
);

/** Returns the pages of a list that are on known social networks, by network. */
function accounts(socials: unknown): JsonObject {
  const found: JsonObject = {};
  for (const page of Array.isArray(socials) ? socials.map(String) : []) {
    const network = ACCOUNT.exec(page)?.[1]?.toLowerCase();
    if (network) found[network === 'x' ? 'twitter' : network] ??= page;
  }
  return found;
}

function primary(value: unknown): unknown {
  return isObject(value) ? value.primary : undefined;
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? (list as unknown[])[0] : undefined;
}
