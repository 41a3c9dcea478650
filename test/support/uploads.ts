import { eventually } from './eventually.ts';
import { call } from './http.ts';
import type { Program } from './program.ts';

/** Maximum wait for an import of a few thousand rows, which yields to other work on the machine. */
export const IMPORT_WAIT_MS = 90_000;

/** An import in an API response. */
export interface ImportRecord {
  id: string;
  status: string;
  error: string | null;
  counts: Record<string, number>;
  [field: string]: unknown;
}

interface Upload {
  type?: string;
  /** Query string, including the question mark. */
  query?: string;
}

/** Uploads a file to import, by default as CSV. */
export async function upload(
  { url }: Pick<Program, 'url'>,
  token: string,
  file: string | Buffer,
  { type = 'text/csv', query = '' }: Upload = {},
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/admin/imports${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  return { status: response.status, body: await response.json() };
}

/** Waits until an import has one of the statuses, by default until it is finished or failed. */
export function importIs(
  { url }: Pick<Program, 'url'>,
  token: string,
  id: string,
  ...statuses: string[]
): Promise<ImportRecord> {
  const awaited = statuses.length > 0 ? statuses : ['finished', 'failed'];
  return eventually(async () => {
    const { body } = await call('GET', `${url}/admin/imports/${id}`, { token });
    return awaited.includes(body.data?.status) ? body.data : undefined;
  }, IMPORT_WAIT_MS);
}

/** Uploads a file and waits until its import is finished or failed. */
export async function importUpload(
  program: Pick<Program, 'url'>,
  token: string,
  ...[file, options]: [string | Buffer, Upload?]
): Promise<ImportRecord> {
  const { body } = await upload(program, token, file, options);
  return importIs(program, token, body.data.id);
}
