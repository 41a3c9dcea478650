interface Scheme {
  pattern: RegExp;
  description: string;
  /** True if no two businesses share an identifier. */
  isUnique: boolean;
  example: string;
  /** Import columns, best first. See `ALIASES`. */
  aliases: readonly string[];
}

/** Schemes of identifiers in other registers. Add a line for a new one. */
const IDENTIFIER_SCHEMES = {
  osm: {
    pattern: /^(?:node|way|relation)\/\d{1,16}$/,
    description: 'node, way or relation, and its number',
    isUnique: true,
    example: 'node/123',
    aliases: ['osm', 'osmid'],
  },
  overture: {
    pattern: /^[0-9a-f-]{32,36}$/,
    description: 'an Overture GERS id',
    isUnique: true,
    example: '08f27526-9c12-4a6b-8d3e-1f2a3b4c5d6e',
    aliases: ['overture', 'overtureid', 'gersid'],
  },
  wikidata: {
    pattern: /^Q[1-9]\d{0,11}$/,
    description: 'Q and a number',
    isUnique: true,
    example: 'Q42',
    aliases: ['wikidata', 'wikidataid'],
  },
  naics: {
    pattern: /^\d{2,6}$/,
    description: 'a NAICS code of two to six digits',
    isUnique: false,
    example: '311811',
    aliases: ['naics', 'naicscode'],
  },
  license: {
    pattern: /^[\p{L}\p{N}][\p{L}\p{N} ./#-]{0,63}$/u,
    description: 'a license number of at most 64 letters and digits',
    isUnique: false,
    example: 'L-1024',
    aliases: ['license', 'licensenumber', 'licenseno', 'licenceno', 'licencenumber'],
  },
  'mn-sos': {
    pattern: /^\d{4,20}$/,
    description: 'a file number of the Minnesota Secretary of State, of 4 to 20 digits',
    isUnique: true,
    example: '1234567890',
    aliases: ['mnsos', 'filenumber', 'sosfilenumber'],
  },
} as const satisfies Record<string, Scheme>;

export type IdentifierScheme = keyof typeof IDENTIFIER_SCHEMES;

export const SCHEME_NAMES = Object.keys(IDENTIFIER_SCHEMES) as IdentifierScheme[];

/** Schemes without their literal types. */
export const SCHEMES: Readonly<Record<IdentifierScheme, Scheme>> = IDENTIFIER_SCHEMES;

/** Identifier of a business in another register. */
export interface Identifier {
  scheme: IdentifierScheme;
  value: string;
}

/** Maximum number of identifiers of a business. */
export const MAX_IDENTIFIERS = 20;

/** Reads `osm:node/123`. Undefined if the scheme or its value is unknown. */
export function identifierIn(text: string): Identifier | undefined {
  const colon = text.indexOf(':');
  const scheme = text.slice(0, Math.max(colon, 0));
  const value = text.slice(colon + 1).trim();
  return isScheme(scheme) && SCHEMES[scheme].pattern.test(value) ? { scheme, value } : undefined;
}

/** Describes the form that an invalid text should have, in its scheme if that is known. */
export function expectedIdentifier(text: string): string {
  const scheme = text.slice(0, Math.max(text.indexOf(':'), 0));
  if (!isScheme(scheme)) {
    return `\`scheme:value\` with a scheme among ${SCHEME_NAMES.join(', ')}, such as osm:node/123`;
  }
  const { description, example } = SCHEMES[scheme];
  return `${scheme}: followed by ${description}, such as ${scheme}:${example}`;
}

export function identifierText({ scheme, value }: Identifier): string {
  return `${scheme}:${value}`;
}

function isScheme(text: string): text is IdentifierScheme {
  return Object.hasOwn(SCHEMES, text);
}
