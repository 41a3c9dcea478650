import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { BenchDirectory } from './bench-directories.ts';
import { type DirectoryServer, startDirectoryServer, warmUp } from './directory-server.ts';

/** Sends requests over one connection and times each one until the end of its response. */
export class StopWatch {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly asked = new Set<string>();

  constructor(private readonly server: DirectoryServer) {}

  /**
   * Times a request. For a page of a list, also returns the list's total.
   *
   * @throws Error if the path was requested before, because the response could come from a cache
   */
  async time(path: string, headers = {}): Promise<{ milliseconds: number; total: number }> {
    if (this.asked.has(path)) throw new Error(`${path} was requested before.`);
    this.asked.add(path);
    const { url, headers: key } = this.server;
    const started = performance.now();
    const request = get(`${url}${path}`, { agent: this.agent, headers: { ...key, ...headers } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await text(response);
    const milliseconds = performance.now() - started;
    if (response.statusCode !== 200) throw new Error(`${path} answered ${body}`);
    const isJson = response.headers['content-type']?.startsWith('application/json');
    const total = isJson ? JSON.parse(body).pagination?.total : response.headers['x-total-count'];
    return { milliseconds, total: Number(total) };
  }

  close(): void {
    this.agent.destroy();
  }
}

/**
 * Measures on a warm server of its own, which ends with the measurement.
 *
 * @param env further settings of the server
 */
export async function withWatch<T>(
  directory: BenchDirectory,
  measure: (server: DirectoryServer, watch: StopWatch) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const server = await startDirectoryServer(directory, env);
  const watch = new StopWatch(server);
  try {
    await warmUp(server);
    return await measure(server, watch);
  } finally {
    watch.close();
    await server.stop();
  }
}
