import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One round of load. */
export interface Load {
  /** Origin, without a trailing slash. */
  url: string;
  headers: Record<string, string>;
  /** Paths to request in turn. Those of `once` must be enough for the round. */
  paths: string[];
  /** True if each path is requested at most once. */
  once: boolean;
  seconds: number;
  connections: number;
  /** Number of client addresses, for a server that trusts the proxy. Default: 1. */
  addresses?: number;
  /** Required status and size of every response. */
  expected: { status: number; bytes?: number };
}

export interface LoadResult {
  answered: number;
  /** Duration of the round. */
  seconds: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
}

interface Report extends LoadResult {
  /** Bytes of all responses, with headers. */
  bytes: number;
  /** Number of responses with a status of 400 or more. */
  refused: number;
  /** Number of connections that failed. */
  broken: number;
}

const run = promisify(execFile);
const SCRIPT = 'test/bench/support/wrk.lua';
/** Maximum size of the headers of a response. */
const MAX_HEADERS = 2_048;

/**
 * Generates load with wrk (https://github.com/wg/wrk), which takes less of a core than a generator
 * in JavaScript.
 *
 * @throws Error if a response was not as expected, or if wrk is not installed
 */
export async function drive(load: Load): Promise<LoadResult> {
  const { url, headers, paths, seconds, connections, addresses = 1 } = load;
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-load-'));
  try {
    const file = join(folder, 'paths');
    await writeFile(file, paths.join('\n'));
    const report = await wrk([
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...['--timeout', '60s', '--script', SCRIPT],
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      url + paths[0]!,
      ...(paths.length * addresses > 1 ? ['--', file, String(addresses)] : []),
    ]);
    const problem = problemWith(report, load);
    if (problem) throw new Error(problem);
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function wrk(options: string[]): Promise<Report> {
  const { stdout } = await run('wrk', options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('Install wrk, which generates the load.') : error;
  });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Report;
}

function problemWith(report: Report, { paths, once, expected }: Load): string | undefined {
  const { answered, bytes, refused, broken } = report;
  if (refused + broken > 0) return `${refused} requests were refused, ${broken} broke off.`;
  if (once && answered > paths.length) return `${paths.length} pages are too few for a round.`;
  const least = expected.status === 304 ? 0 : expected.bytes;
  const mean = bytes / answered;
  if (least !== undefined && (mean < least || mean > least + MAX_HEADERS)) {
    return `The responses had ${mean} bytes on average instead of ${least} and headers.`;
  }
  return undefined;
}
