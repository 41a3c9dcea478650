import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '#libs/config/src/clock.js';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import type { Database } from '#libs/database/src/database.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import { BATCH_DEADLINE, BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { insertCategories, insertDeals, insertEvents } from './sample.repository.js';
import { at, firstDay } from './days.js';

const NEVER = new AbortController().signal;

/**
 * Adds the sample to the directory, whole or not at all. Events and deals take place from now on.
 * Processes that start at the same time may all try, because each one recognizes rows that another
 * has added.
 */
export async function addSample(database: Database, clock: Clock): Promise<void> {
  const transactions = new BatchTransactions(() => database.pool.connectFor(BATCH_DEADLINE));
  await transactions.run(async (client) => {
    await addCategories(client);
    await addBusinesses(new WithinTransaction(client), clock);
    await addEvents(client, clock.now());
    await addDeals(client, clock.now());
  });
}

/** Runs an import's transactions as parts of one that is already open. */
class WithinTransaction extends BatchTransactions {
  constructor(private readonly client: PoolClient) {
    super(() => Promise.resolve(client));
  }

  override run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return work(this.client);
  }

  override read<T>(query: (client: PoolClient) => Promise<T>): Promise<T> {
    return query(this.client);
  }
}

async function addBusinesses(transactions: BatchTransactions, clock: Clock): Promise<void> {
  const source = await openSource(sampleFile('businesses.csv'));
  await runImport(source, new DirectoryWriter(transactions, clock), NEVER, (row) => {
    if (row.kind === 'rejected')
      throw new Error(`Line ${row.line} of the sample data is invalid: ${row.reason}`);
  });
}

/** Adds the category tree. The businesses file contains only its leaves. */
async function addCategories(client: PoolClient): Promise<void> {
  const tree = Object.entries(await readSample<Record<string, string[]>>('categories.json'));
  await insertCategories(
    client,
    tree.map(([top]) => ({ name: top, parent: null })),
  );
  await insertCategories(
    client,
    tree.flatMap(([top, names]) => names.map((name) => ({ name, parent: slugify(top) }))),
  );
}

interface SampleDeal {
  title: string;
  description: string;
  business: string;
  code?: string;
  terms?: string;
  /** Number of days from now to the last valid day. Open-ended if omitted. */
  endsInDays?: number;
}

/** Start of the deals, in days from now. */
const BEGAN = -7;

/** Adds deals that are valid now. Some end within days and some are open-ended. */
async function addDeals(client: PoolClient, now: Date): Promise<void> {
  const deals = await readSample<SampleDeal[]>('deals.json');
  const rows = deals.map(({ endsInDays, ...deal }) => ({
    ...deal,
    id: uuidv7(),
    slug: slugify(deal.title, deal.business),
    startsAt: at(now, BEGAN, '00:00'),
    endsAt: endsInDays === undefined ? null : at(now, endsInDays + 1, '00:00'),
  }));
  await insertDeals(client, rows);
}

/** Event at a business of the sample or at its own venue. */
interface SampleEvent {
  name: string;
  description: string;
  category: string;
  business?: string;
  venue?: string;
  street?: string;
  city?: string;
  county?: string;
  postalCode?: string;
  latitude?: number;
  longitude?: number;
  isFree?: boolean;
  /** Weekly or monthly rule. If omitted, the event takes place in `inDays` days. */
  recurrence?: string;
  inDays?: number;
  /** Duration in days, 1 by default. */
  days?: number;
  /** Local start and end time. The end is on the next day if it is earlier than the start. */
  from: string;
  until: string;
}

/** Adds events in the coming weeks, some of them recurring. */
async function addEvents(client: PoolClient, now: Date): Promise<void> {
  const events = await readSample<SampleEvent[]>('events.json');
  const rows = events.map((event) => ({
    ...event,
    ...timesOf(event, now),
    id: uuidv7(),
    slug: slugify(event.name, event.city ?? event.business!),
  }));
  await insertEvents(client, rows);
}

function timesOf({ recurrence, inDays = 0, days = 1, from, until }: SampleEvent, now: Date) {
  const day = recurrence ? firstDay(recurrence, now) : inDays;
  const lastDay = day + days - 1 + (until < from ? 1 : 0);
  return { startsAt: at(now, day, from), endsAt: at(now, lastDay, until) };
}

export function sampleFile(name: string): string {
  return join(PROJECT_ROOT, 'libs/sample/data', name);
}

export async function readSample<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(sampleFile(name), 'utf8')) as T;
}
