import { useOwnDatabase } from '../../../../test/support/own-database.ts';
import { TableStatistics } from './table-statistics.js';

describe(TableStatistics.name, () => {
  const served = useOwnDatabase();

  const add = async (from: number, to: number) => {
    const { pool } = served.database;
    await pool.query(
      `INSERT INTO categories (id, slug, name)
       SELECT gen_random_uuid(), 's' || n, 'S' || n FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    );
    // Otherwise the statistics would be updated a second later.
    await pool.query('SELECT pg_stat_force_next_flush()');
  };
  const isAnalyzed = async () => {
    const { rows } = await served.database.pool.query<{ isAnalyzed: boolean }>(
      `SELECT last_analyze IS NOT NULL AS "isAnalyzed" FROM pg_stat_user_tables WHERE relname = 'categories'`,
    );
    return rows[0]!.isAnalyzed;
  };

  it('analyzes a table when more than fifty rows plus a tenth have changed', async () => {
    const statistics = new TableStatistics(served.database);
    await add(1, 55);
    await statistics.refresh();
    expect(await isAnalyzed()).toBe(false);
    await add(56, 56);
    await statistics.refresh();
    expect(await isAnalyzed()).toBe(true);
  });

  it('vacuums dead rows once no connection is in use', async () => {
    const { pool } = served.database;
    const statistics = new TableStatistics(served.database);
    const deadRows = async () => {
      const { rows } = await pool.query<{ dead: number }>(
        `SELECT n_dead_tup::int AS dead FROM pg_stat_user_tables WHERE relname = 'categories'`,
      );
      return rows[0]!.dead;
    };
    await add(100, 300);
    await pool.query(`UPDATE categories SET name = name || '!'`);
    await pool.query('SELECT pg_stat_force_next_flush()');
    expect(await deadRows()).toBeGreaterThan(100);

    const other = await served.database.reads.primary.connect();
    await statistics.refresh();
    expect(await deadRows()).toBeGreaterThan(100);
    other.release();
    await statistics.refresh();
    expect(await deadRows()).toBe(0);
  });
});
