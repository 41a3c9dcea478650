import type { Program } from './program.ts';

/** Reads the OpenAPI documents of the API and of the admin API. */
export function readDocuments({ url }: Pick<Program, 'url'>): Promise<any[]> {
  const paths = ['/openapi.json', '/admin/openapi.json'];
  return Promise.all(paths.map(async (path) => (await fetch(url + path)).json()));
}

interface Operation {
  /** HTTP method in upper case. */
  method: string;
  path: string;
  operation: any;
}

/** Returns all operations of a document. */
export function operationsOf(document: any): Operation[] {
  return Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}
