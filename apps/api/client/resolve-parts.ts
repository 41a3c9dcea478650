import type { Plugin } from './swagger-ui.ts';

/** An OpenAPI document, or a part of one. */
type Part = Record<string, unknown>;

type ResolveSubtree = (document: Part, path: string[], options: object) => Promise<unknown>;

const REFERENCE = /"#\/components\/([^/"]+)\/([^"]+)"/g;

/**
 * Makes Swagger UI resolve only the parts of the document that an operation refers to. By
 * default it resolves references in the whole document each time an operation is opened, which
 * takes a second.
 */
export const resolveParts: Plugin = ({ fn }) => {
  const { resolveSubtree } = fn as { resolveSubtree: ResolveSubtree };
  return {
    fn: {
      resolveSubtree: ((document, path, options) =>
        resolveSubtree(partOf(document, path), path, options)) satisfies ResolveSubtree,
    },
  };
};

/** Returns the part of a document at a path, including everything it refers to. */
function partOf({ openapi, info, ...document }: Part, path: string[]): Part {
  const part: Part = { openapi, info };
  const keep = (place: string[]) => {
    let from = document;
    let to = part;
    for (const name of place.slice(0, -1)) {
      from = from[name] as Part;
      to = (to[name] ??= {}) as Part;
    }
    const name = place.at(-1)!;
    if (name in to) return;
    to[name] = from[name];
    for (const [, kind, named] of JSON.stringify(to[name] ?? null).matchAll(REFERENCE)) {
      keep(['components', kind!, named!]);
    }
  };
  keep(path);
  return part;
}
