import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { slugify } from '#libs/text/src/slug.js';
import { at } from './days.js';
import { readSample } from './sample-file.js';

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
  await client.query(
    `INSERT INTO deals (id, slug, title, description, business_id, code, website, terms,
       starts_at, ends_at)
     SELECT d.id, d.slug, d.title, d.description, b.id, d.code, b.website, d.terms,
       d."startsAt", d."endsAt"
     FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, slug text, title text, description text,
       business text, code text, terms text, "startsAt" timestamptz, "endsAt" timestamptz)
     JOIN businesses b ON b.name = d.business
     ON CONFLICT (slug) DO NOTHING`,
    [JSON.stringify(rows)],
  );
}
