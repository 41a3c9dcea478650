import {
  type CleanBusiness,
  type Cleaned,
  cleanRecord,
} from '#libs/imports/src/cleaning/clean-record.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useOwnDatabase } from '../../../test/support/own-database.ts';
import { readSample, sampleFile } from './add-sample.js';
import { seedSample } from './seed-sample.js';

async function readBusinesses(): Promise<Cleaned[]> {
  const source = await openSource(sampleFile('businesses.csv'));
  const cleaned: Cleaned[] = [];
  for await (const row of source.rows()) {
    cleaned.push(
      'record' in row ? cleanRecord(row.record, '2026-11-26') : { rejected: row.problem },
    );
  }
  return cleaned;
}

describe('the sample data', () => {
  let businesses: CleanBusiness[];

  beforeAll(async () => {
    const cleaned = await readBusinesses();
    expect(cleaned.filter((row) => 'rejected' in row || row.notes.length > 0)).toEqual([]);
    businesses = cleaned.flatMap((row) => ('business' in row ? [row.business] : []));
  });

  it('contains only phone numbers and addresses that belong to no one', () => {
    for (const { name, phone, email, website, social } of businesses) {
      const stated = { name, phone: phone ?? '', email: email ?? '', website: website ?? '' };
      expect(stated).toEqual({
        name,
        phone: expect.stringMatching(/^(\+1\d{3}55501\d\d)?$/) as string,
        email: expect.stringMatching(/^(.+\.example\.com)?$/) as string,
        website: expect.stringMatching(/^(https:\/\/\w+\.example\.com)?$/) as string,
      });
      for (const account of Object.values(social)) expect(account).toMatch(/\.example$/);
    }
  });

  it('contains about three hundred businesses of all kinds across the state', () => {
    const distinct = (values: (string | null)[]) => new Set(values).size;
    expect(distinct(businesses.map(({ name }) => name))).toBeGreaterThanOrEqual(300);
    expect(distinct(businesses.map(({ city }) => city))).toBeGreaterThanOrEqual(40);
    expect(distinct(businesses.flatMap(({ categories }) => categories))).toBeGreaterThanOrEqual(40);
    expect(businesses.every(({ precision }) => precision === 'exact')).toBe(true);
    for (const field of ['phone', 'email', 'website'] as const) {
      expect(businesses.some((business) => business[field] === null)).toBe(true);
    }
    expect(new Set(businesses.map(({ status }) => status))).toEqual(
      new Set(['open', 'temporarily_closed', 'closed']),
    );
  });

  it('has every category in its category tree', async () => {
    const leaves = Object.values(await readSample<Record<string, string[]>>('categories.json'));
    const named = new Set(businesses.flatMap(({ categories }) => categories));
    expect(leaves.flat().sort()).toEqual([...named].sort());
  });

  it('uses only existing businesses and categories in events and deals', async () => {
    const events = await readSample<{ business?: string; category: string }[]>('events.json');
    const deals = await readSample<{ business: string }[]>('deals.json');
    const open = businesses.filter(({ status }) => status === 'open').map(({ name }) => name);
    const categories = businesses.flatMap((business) => business.categories).map((c) => slugify(c));
    expect([events.length, deals.length]).not.toContain(0);
    for (const { business, category } of events) {
      if (business) expect(open).toContain(business);
      expect(categories).toContain(category);
    }
    for (const { business } of deals) expect(open).toContain(business);
  });
});

describe(seedSample.name, () => {
  const served = useOwnDatabase();

  it('leaves the directory empty if it fails, and fills it the next time', async () => {
    const { database } = served;
    const seed = () => seedSample(database, new ManualClock());
    await database.pool.query('ALTER TABLE deals RENAME TO no_deals');
    await expect(seed()).rejects.toThrow('deals');
    expect(await database.business.count()).toBe(0);
    await database.pool.query('ALTER TABLE no_deals RENAME TO deals');
    expect(await seed()).toBe(true);
    expect(await database.event.count()).toBeGreaterThan(0);
    expect(await database.deal.count()).toBeGreaterThan(0);
    expect(await seed()).toBe(false);
  });
});
