import type { TestDatabase } from './databases.ts';
import type { ProgramProcess } from './program-process.ts';
import { SlowProxy } from './slow-proxy.ts';

/** Starts a proxy to a PostgreSQL database that can be slow, silent or cut off. */
export async function throughProxy(
  database: TestDatabase,
): Promise<{ proxy: SlowProxy; env: Record<string, string> }> {
  const url = new URL(database.env.DATABASE_URL!);
  const proxy = await SlowProxy.start(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  return { proxy, env: { DATABASE_URL: url.href } };
}

/** Returns the log lines about the database's availability. */
export function databaseLines({ output }: Pick<ProgramProcess, 'output'>): string[] {
  return output()
    .split('\n')
    .filter((line) => line.includes('"context":"Database"'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}
