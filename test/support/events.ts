import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#libs/database/src/database.js';
import { EventsRepository } from '#libs/events/src/events.repository.js';
import { EventsService } from '#libs/events/src/events.service.js';
import type { ExtensionService } from '#libs/events/src/occurrences/extension.service.js';
import { expansionsWithoutThread } from './expansions.ts';

const HOUR_MS = 3_600_000;

/** Inserts an event without occurrences, as an earlier version of the program did. */
export async function insertEvent(
  pool: Pool,
  startsAt: Date,
  { lasts = HOUR_MS, recurrence = null as string | null, name = 'Event' } = {},
): Promise<string> {
  const id = uuidv7();
  await pool.query(
    `INSERT INTO events (id, slug, name, starts_at, ends_at, recurrence)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, `event-${id}`, name, startsAt, new Date(startsAt.getTime() + lasts), recurrence],
  );
  return id;
}

/** Returns a service whose lists don't wake the extension, so that a spec can run it itself. */
export function eventsWithoutExtension(database: Database): EventsService {
  const extension = { run: () => Promise.resolve() } as ExtensionService;
  return new EventsService(new EventsRepository(database), extension, expansionsWithoutThread());
}
