import autocannon, { type Request } from 'autocannon';
import type { Load, LoadResult } from './load.ts';
import { problemWithPage } from './problem-with-page.ts';
import { percentile } from './statistics.ts';

/** The generator reads every Nth response completely. */
const READ_EVERY = 50;

/** Minimum number of prepared requests per connection. Cycling through fewer costs more. */
const LEAST_REQUESTS = 200;

/** Maximum delay in noticing the end of a round. */
const SAMPLE_MS = 50;

process.on('message', (load: Load) => {
  drive(load).then(
    (result) => process.send!(result),
    (error: Error) => process.send!({ error: error.message }),
  );
});

async function drive(load: Load): Promise<LoadResult> {
  const { url, headers, once, seconds, connections, expected } = load;
  const hands = deal(load);
  const problems: string[] = [];
  let read = 0;
  const onResponse = (path: string) => (_status: number, body: string) => {
    read++;
    const problem = problemWithPage(path, body);
    if (problem) problems.push(`${path}: ${problem}`);
  };
  const requestsOf = (hand: string[]): Request[] =>
    repeated(hand, once ? hand.length : LEAST_REQUESTS).map((path, index) => ({
      path,
      ...(index % READ_EVERY === 0 && expected.status === 200 && { onResponse: onResponse(path) }),
    }));

  const latencies: number[] = [];
  const most = once ? connections * hands[0]!.length : Infinity;
  let [started, ended] = [NaN, NaN];
  let cpu = process.cpuUsage();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        headers,
        connections,
        duration: seconds,
        sampleInt: SAMPLE_MS,
        timeout: 60,
        setupClient: (client) => client.setRequests(requestsOf(hands.pop()!)),
        ...(once && { maxConnectionRequests: hands[0]!.length }),
        ...(expected.bytes && {
          verifyBody: (body) => Buffer.byteLength(body!) === expected.bytes,
        }),
      },
      (error: Error | null, done) => (error ? reject(error) : resolve(done)),
    );
    // All requests are prepared at this point.
    started = performance.now();
    cpu = process.cpuUsage();
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      if (latencies.push(milliseconds) === most) ended = performance.now();
    });
  });
  if (latencies.length < most) ended = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const elapsed = (ended - started) / 1000;

  problems.push(...problemsOf(result, expected));
  if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '));
  return {
    answered: latencies.length,
    seconds: elapsed,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    core: (user + system) / 1e6 / elapsed,
    read,
  };
}

function problemsOf(result: autocannon.Result, expected: Load['expected']): string[] {
  const { errors, timeouts, mismatches, statusCodeStats = {} } = result;
  const wrong = Object.keys(statusCodeStats).filter((code) => Number(code) !== expected.status);
  return [
    ...(errors > 0 ? [`${errors} errors, ${timeouts} of them timeouts`] : []),
    ...(mismatches > 0 ? [`${mismatches} bodies not of ${expected.bytes} bytes`] : []),
    ...wrong.map((status) => `status ${status}`),
  ];
}

/**
 * Divides the paths evenly among the connections, or gives all paths to each if they may repeat.
 */
function deal({ paths, once, connections }: Load): string[][] {
  if (!once) return Array.from({ length: connections }, () => paths);
  const each = Math.floor(paths.length / connections);
  if (each === 0) throw new Error(`${paths.length} pages are too few for a round.`);
  return Array.from({ length: connections }, (_, index) =>
    paths.slice(index * each, (index + 1) * each),
  );
}

function repeated(paths: string[], length: number): string[] {
  return Array.from({ length }, (_, index) => paths[index % paths.length]!);
}
