import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/identifiers.js';
import { at } from './days.js';
import { readSample } from './sample-file.js';
import { insertDeals } from './sample.repository.js';

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
export async function addDeals(client: PoolClient, now: Date): Promise<void> {
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
