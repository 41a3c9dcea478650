import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { embeddedConnection } from '#libs/database/src/embedded/embedded-connection.js';
import type { TestDatabase } from './databases.ts';

/**
 * Connects to a running program's database, so that tests can write to it as another program would.
 */
export async function connectTo({ env }: TestDatabase): Promise<Pool> {
  const config = env.DATABASE_URL
    ? { connectionString: env.DATABASE_URL }
    : await embeddedConnection(env.DATA_DIR);
  return new Pool({ ...config, max: 2 });
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

/** @returns the id */
export async function insertCategory(pool: Pool, slug: string, name: string): Promise<string> {
  const id = uuidv7();
  await pool.query('INSERT INTO categories (id, slug, name) VALUES ($1, $2, $3)', [id, slug, name]);
  return id;
}
