import type { BenchDirectory } from '../support/bench-directories.ts';
import type { Choice } from '../support/choices.ts';
import { startDirectoryServer } from '../support/directory-server.ts';
import { LIST } from './contender.ts';

/** Facts about a directory that the benchmark needs before it starts. */
export interface Survey {
  /** Body of the first page, and its ETag. */
  firstPage: Buffer;
  etag: string;
  all: Choice;
}

export async function survey(directory: BenchDirectory): Promise<Survey> {
  const server = await startDirectoryServer(directory);
  try {
    const { text, json, headers } = await server.get(LIST);
    return {
      firstPage: Buffer.from(text),
      etag: headers.get('etag')!,
      all: { filter: '', total: json.pagination.total },
    };
  } finally {
    await server.stop();
  }
}
