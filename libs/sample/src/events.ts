import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/identifiers.js';
import { at, firstDay } from './days.js';
import { readSample } from './sample-file.js';
import { insertEvents } from './sample.repository.js';

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
export async function addEvents(client: PoolClient, now: Date): Promise<void> {
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
