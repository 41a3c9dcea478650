import { eventually } from '../../support/eventually.ts';
import { type ProgramProcess, startProcess } from '../../support/program-process.ts';
import type { BenchDirectory } from './bench-directories.ts';
import { insertBenchKey } from './bench-key.ts';

const WARM_UP_REQUESTS = 100;

/** Public origin of all servers, so that their pages and ETags are identical. */
const PUBLIC_URL = 'https://directory.example.org';

/** The built server on a directory, with an API key. */
export interface DirectoryServer {
  url: string;
  pid: number;
  /** Environment variables for another program on the same directory. */
  env: Record<string, string>;
  headers: { 'x-api-key': string };
  /** @throws Error for any status but 200 */
  get(path: string): Promise<{ headers: Headers; text: string; json: any }>;
  stop(): Promise<void>;
}

export async function startDirectoryServer(
  directory: BenchDirectory,
  env: Record<string, string> = {},
): Promise<DirectoryServer> {
  const database = await directory.open();
  const program = await startProcess({ ...database.env, PUBLIC_URL, ...env });
  const headers = await insertBenchKey(database);
  // A million businesses take longer to load than a request waits.
  await eventually(async () => (await fetch(`${program.url}/health/ready`)).ok, 60_000);
  return {
    url: program.url,
    pid: program.pid,
    env: database.env,
    headers,
    get: (path) => get(program, path, headers),
    stop: async () => {
      await program.stop();
      await database.drop();
    },
  };
}

async function get(program: ProgramProcess, path: string, headers: Record<string, string>) {
  // The load generator accepts no compression either, and compressed responses have other ETags.
  const identity = { 'accept-encoding': 'identity' };
  const response = await fetch(`${program.url}${path}`, { headers: { ...identity, ...headers } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return { headers: response.headers, text, json: JSON.parse(text) };
}

/**
 * Warms up the server: requests a list that no benchmark measures, so that the code is compiled,
 * and waits for the first count, which reads the whole directory (seconds with a million
 * businesses).
 */
export async function warmUp(server: DirectoryServer): Promise<void> {
  await eventually(() => server.get('/api/v1/categories').catch(() => undefined), 60_000);
  for (let limit = 1; limit <= WARM_UP_REQUESTS; limit++) {
    await server.get(`/api/v1/businesses?postalCode=55401&limit=${limit}`);
  }
}
