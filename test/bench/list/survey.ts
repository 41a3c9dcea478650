import type { BenchDirectory } from '../support/bench-directories.ts';
import { type DirectoryServer, startDirectoryServer } from '../support/directory-server.ts';
import { LIST } from './contender.ts';
import type { List } from './fresh-pages.ts';

/** What the benchmark has to know of a directory before it begins. */
export interface Survey {
  /** The first page as it is sent, and its ETag. */
  firstPage: Buffer;
  etag: string;
  all: List;
  /** The businesses of each city, and of each category. */
  filtered: List[];
}

export async function survey(directory: BenchDirectory): Promise<Survey> {
  const server = await startDirectoryServer(directory);
  try {
    const { text, json, headers } = await server.get(LIST);
    return {
      firstPage: Buffer.from(text),
      etag: headers.get('etag')!,
      all: { filter: '', total: json.pagination.total },
      filtered: [
        ...(await listsBy('city', '/api/v1/cities', server)),
        ...(await listsBy('category', '/api/v1/categories', server)),
      ],
    };
  } finally {
    await server.stop();
  }
}

async function listsBy(parameter: string, path: string, server: DirectoryServer): Promise<List[]> {
  const { json } = await server.get(path);
  return (json.data as { slug: string; businessCount: number }[])
    .filter(({ businessCount }) => businessCount > 0)
    .map(({ slug, businessCount }) => ({ filter: `${parameter}=${slug}`, total: businessCount }));
}
