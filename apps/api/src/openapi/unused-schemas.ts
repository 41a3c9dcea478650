import type { OpenAPIObject } from '@nestjs/swagger';

/** Removes schemas that nothing in the document refers to, directly or indirectly. */
export function withoutUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const name of referredSchemas(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

function referredSchemas(part: unknown): string[] {
  const references = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name]) => name!);
}
