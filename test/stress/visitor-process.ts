import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two pages. */
const PAUSE = 40;
/** Milliseconds after which a page counts as not answered. */
const TIMEOUT = 10_000;
/**
 * Pages that a resident opens in turn. Every search is new, so no cache can answer it. Most pages
 * are searches. If half were cached, chance would decide which kind is the median.
 */
const PAGES: ((n: number) => string)[] = [
  () => '/',
  (n) => `/search?q=coffee+${lettersOf(n)}`,
  (n) => `/search?q=bakery+${lettersOf(n)}`,
  () => '/events',
  (n) => `/search?q=pizza+${lettersOf(n)}`,
];

const origin = process.argv[2]!;
const { Agent, get } = origin.startsWith('https:') ? https : http;
const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
let latencies: number[] = [];
process.on('message', () => {
  process.send!(latencies);
  latencies = [];
});

for (let n = 0; ; n++) {
  latencies.push(await timeOf(PAGES[n % PAGES.length]!(n), `203.0.113.${n % 250}`));
  await delay(PAUSE);
}

/** Opens a page, reads it completely, and returns the milliseconds, or infinity for an error. */
async function timeOf(path: string, address: string): Promise<number> {
  const began = performance.now();
  try {
    const headers = { accept: 'text/html', 'x-forwarded-for': address };
    const signal = AbortSignal.timeout(TIMEOUT);
    const [answer] = (await once(get(origin + path, { agent, headers, signal }), 'response')) as [
      IncomingMessage,
    ];
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    await once(answer.resume(), 'end');
    return performance.now() - began;
  } catch (error) {
    console.error(`The visitor could not open ${path}:`, error);
    return Infinity;
  }
}

function lettersOf(n: number): string {
  return String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26));
}
