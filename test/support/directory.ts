import { Pool, type PoolConfig } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type SpecialHours, DAYS } from '#libs/directory-index/src/opening-hours.js';
import { addDays, localDate } from '#libs/geography/src/local-date.js';
import { embeddedConnection } from '#libs/database/src/connection-config.js';
import type { TestDatabase } from './databases.ts';

/**
 * Connects to a running program's database, so that tests can write to it as another program would.
 */
export async function connectTo(database: Pick<TestDatabase, 'env'>): Promise<Pool> {
  const pool = new Pool({ ...(await connectionOf(database)), max: 2 });
  // Some specs stop the program, and with it the embedded database.
  pool.on('error', () => {});
  return pool;
}

/** Returns how to connect to a running program's database. */
export async function connectionOf({ env }: Pick<TestDatabase, 'env'>): Promise<PoolConfig> {
  return env.DATABASE_URL
    ? { connectionString: env.DATABASE_URL }
    : embeddedConnection(env.DATA_DIR);
}

/** Columns of businesses by their database names. Missing columns get generated values. */
export type BusinessColumns = Record<string, unknown> & { categories?: string[] };

/** @returns the id */
export async function insertBusiness(
  pool: Pool,
  { categories = [], ...columns }: BusinessColumns = {},
): Promise<string> {
  const id = (columns.id as string | undefined) ?? uuidv7();
  const row = {
    id,
    name: 'Test Shop',
    slug: `test-shop-${id}`,
    updated_at: new Date(),
    ...columns,
  };
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO businesses (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row).map((value) =>
      typeof value === 'object' && value !== null && !(value instanceof Date)
        ? JSON.stringify(value)
        : value,
    ),
  );
  await pool.query(
    `INSERT INTO business_categories (business_id, category_id)
     SELECT $1, id FROM categories WHERE slug = ANY($2)`,
    [id, categories],
  );
  return id;
}

const ALL_DAY = { opens: '00:00', closes: '00:00' };

/** Columns of a business that is open all week, and also today if that is a public holiday. */
export function alwaysOpen(): BusinessColumns {
  return {
    hours: DAYS.map((day) => ({ day, ...ALL_DAY })),
    special_hours: daysAround((date) => ({ date, closed: false, hours: [ALL_DAY], name: null })),
  };
}

/** Columns of a business that is usually open all week, but closed today. */
export function closedToday(): BusinessColumns {
  return {
    ...alwaysOpen(),
    special_hours: daysAround((date) => ({ date, closed: true, hours: [], name: null })),
  };
}

/** Covers tests that run across midnight. */
function daysAround(special: (date: string) => SpecialHours): SpecialHours[] {
  return [-1, 0, 1].map((days) => special(addDays(localDate(new Date()), days)));
}

/** @returns the id */
export async function insertCategory(pool: Pool, slug: string, name: string): Promise<string> {
  const id = uuidv7();
  await pool.query('INSERT INTO categories (id, slug, name) VALUES ($1, $2, $3)', [id, slug, name]);
  return id;
}
