import { readdir, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fictionalBusinesses } from '#libs/imports/src/generate/fictional-business.js';
import { residentMemory } from '../bench/support/resident-memory.ts';
import { median, percentile } from '../bench/support/statistics.ts';
import { signIn } from '../support/admin.ts';
import { readOptions } from '../support/read-options.ts';
import { makeKeys, startStressedServer } from '../stress/stressed-server.ts';
import { timelinePlot } from './timeline-plot.ts';

/**
 * Puts a mixed load on the server (readers with a key, visitors, an admin who edits, imports) and
 * samples its memory and descriptors every few seconds. Fails on any refusal, 5xx or unanswered
 * request, and on leaked descriptors. Writes the plot to docs/images/soak.svg, or to dist/soak.svg
 * if the run does not last ten minutes.
 */

const USAGE = `npm run soak -- [options]

  --minutes 10            duration
  --database <database>   address of a PostgreSQL database, or a DATA_DIR, which is copied.
                          Default: the sample, embedded`;
const DEFAULT_MINUTES = 10;
const READERS = 4;
const VISITORS = 2;
/** Milliseconds that each client waits between a response and its next request, as below. */
const READER_PAUSE = 20;
const VISITOR_PAUSE = 100;
const EDIT_EVERY = 1_000;
const IMPORT_EVERY = 20_000;
const ROWS_OF_IMPORT = 200;
const LOOK_EVERY = 5_000;
const REQUEST_TIMEOUT = 30_000;
/** Growth that does not count as a leak, because the number of keep-alive connections varies. */
const DESCRIPTORS_MORE = 50;

const KINDS = ['API', 'website', 'admin'] as const;
type Kind = (typeof KINDS)[number];

const values = readOptions(USAGE, {
  minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
  database: { type: 'string' },
});
const minutes = Number(values.minutes);
if (!(minutes >= 0.5)) throw new Error(`--minutes must be at least 0.5, not ${values.minutes}.`);

const { program, makeKey, stop } = await startStressedServer({ existing: values.database });
const problems = new Map<string, number>();
const milliseconds: Record<Kind, number[]> = { API: [], website: [], admin: [] };
let answered = 0;
let imports = 0;

async function ask(kind: Kind, path: string, init: RequestInit = {}): Promise<any> {
  const began = performance.now();
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    const response = await fetch(program.url + path, { ...init, signal });
    const text = await response.text();
    milliseconds[kind].push(performance.now() - began);
    answered++;
    if (!response.ok) count(`${response.status} for ${path.replace(/[0-9a-f-]{36}/, '…')}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  } catch (error) {
    count(`${(error as Error).message} for ${path}`);
  }
}

function count(problem: string): void {
  problems.set(problem, (problems.get(problem) ?? 0) + 1);
}

const ending = performance.now() + minutes * 60_000;

async function again(pause: number, work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; performance.now() < ending; round++) {
    await work(round);
    await delay(pause);
  }
}

const CITIES = ['duluth', 'saint-paul', 'rochester', 'minneapolis', 'bemidji', 'mankato'];
const WORDS = ['coffee', 'bakery', 'bait', 'plumber', 'cafee', 'books', 'hotel', 'lutefisk'];
const of = <T>(list: readonly T[], round: number) => list[round % list.length]!;

function read(headers: Record<string, string>, slugs: readonly string[]) {
  return again(READER_PAUSE, async (round) => {
    const paths = [
      `businesses?page=${(round % 10) + 1}`,
      `businesses?city=${of(CITIES, round)}&limit=50`,
      `businesses?q=${of(WORDS, round)}`,
      `businesses/${of(slugs, round)}`,
      `businesses?latitude=44.9${round % 100}&longitude=-93.2&radius=5000`,
      'categories',
      'events',
      'deals',
    ];
    await ask('API', `/api/v1/${of(paths, round)}`, { headers });
  });
}

function visit(slugs: readonly string[]) {
  return again(VISITOR_PAUSE, async (round) => {
    const paths = [
      '/',
      `/search?q=${of(WORDS, round)}`,
      `/b/${of(slugs, round)}`,
      `/in/${of(CITIES, round)}`,
      '/events',
      '/map',
      `/suggest?q=${of(WORDS, round).slice(0, 3)}`,
    ];
    // Every page view has its own client address, so that no limit per address ends the run.
    const headers = {
      'x-forwarded-for': `10.${Math.floor(Math.random() * 256)}.${(round >> 8) & 255}.${round & 255}`,
    };
    await ask('website', of(paths, round), { headers });
  });
}

function edit(headers: Record<string, string>) {
  const json = { ...headers, 'content-type': 'application/json' };
  return again(EDIT_EVERY, async (round) => {
    const body = JSON.stringify({ name: `Soak ${round}`, address: { city: 'Duluth' } });
    const made = await ask('admin', '/admin/businesses', { method: 'POST', headers: json, body });
    const path = `/admin/businesses/${made?.data?.id}`;
    await ask('admin', path, { headers });
    await ask('admin', path, { method: 'DELETE', headers: { ...headers, 'if-match': '*' } });
    await ask('admin', of(['/admin/keys', '/admin/key-requests', '/admin/audit'], round), {
      headers,
    });
  });
}

function importAll(headers: Record<string, string>) {
  return again(IMPORT_EVERY, async (round) => {
    const rows = [...fictionalBusinesses(ROWS_OF_IMPORT, round + 1)];
    const answer = await ask('admin', '/admin/imports', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    });
    if (answer?.data?.id) imports++;
    else count('an import that was not accepted');
  });
}

interface Look {
  /** Minutes since the start. */
  at: number;
  megabytes: number;
  descriptors: number;
  /** 99th percentile of the latencies since the previous sample, in milliseconds. */
  p99: Record<Kind, number>;
}

async function watch(): Promise<Look[]> {
  const looks: Look[] = [];
  const began = performance.now();
  await again(LOOK_EVERY, async () => {
    looks.push({
      at: (performance.now() - began) / 60_000,
      megabytes: (await residentMemory(program.pid)).now,
      descriptors: (await readdir(`/proc/${program.pid}/fd`).catch(() => [])).length,
      p99: { API: p99('API'), website: p99('website'), admin: p99('admin') },
    });
  });
  return looks.slice(1);
}

function p99(kind: Kind): number {
  return percentile(milliseconds[kind].splice(0), 99) || 0;
}

try {
  await makeKeys(program);
  const key = await makeKey();
  const admin = { authorization: `Bearer ${await signIn(program)}` };
  const { data } = await ask('API', '/api/v1/businesses?limit=100', { headers: key });
  const slugs = data.map(({ slug }: { slug: string }) => slug);
  const [looks] = await Promise.all([
    watch(),
    ...Array.from({ length: READERS }, () => read(key, slugs)),
    ...Array.from({ length: VISITORS }, () => visit(slugs)),
    edit(admin),
    importAll(admin),
  ]);
  const picture = minutes === DEFAULT_MINUTES ? 'docs/images/soak.svg' : 'dist/soak.svg';
  await writeFile(picture, plotOf(looks));
  const early = looks.slice(0, looks.length >> 1);
  const late = looks.slice(looks.length >> 1);
  const highest = (some: Look[], of: (look: Look) => number) => Math.max(...some.map(of));
  const descriptors = [early, late].map((half) => highest(half, (look) => look.descriptors));
  const memory = [early, late].map((half) => highest(half, (look) => look.megabytes));
  console.log(`${answered} responses in ${minutes} minutes, ${imports} imports. ${picture}`);
  console.log(`Highest in the first and second half: ${memory.join(' and ')} MB,`);
  console.log(`${descriptors.join(' and ')} descriptors.`);
  for (const kind of KINDS) {
    const all = looks.map((look) => look.p99[kind]);
    const middle = median(all);
    const worst = Math.max(...all);
    console.log(`p99 ${kind}: ${middle.toFixed(0)} ms, at worst ${worst.toFixed(0)} ms`);
  }
  if (descriptors[1]! > descriptors[0]! + DESCRIPTORS_MORE) count('descriptors leak');
  for (const [problem, times] of problems) console.error(`${times} × ${problem}`);
  process.exitCode = problems.size > 0 ? 1 : 0;
} catch (error) {
  console.error(program.output().slice(-5_000));
  throw error;
} finally {
  await stop();
}

function plotOf(looks: Look[]): string {
  const line = (of: (look: Look) => number) => looks.map((look) => ({ x: look.at, y: of(look) }));
  return timelinePlot([
    { title: 'Resident memory, MB', lines: [{ name: '', points: line((look) => look.megabytes) }] },
    { title: 'Descriptors', lines: [{ name: '', points: line((look) => look.descriptors) }] },
    {
      title: 'Latency, p99 of 5 s, ms',
      lines: KINDS.map((kind) => ({ name: kind, points: line((look) => look.p99[kind]) })),
    },
  ]);
}
