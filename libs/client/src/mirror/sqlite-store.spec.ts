import { openSqlite } from '../../../../test/support/sqlite.ts';
import type { Change } from '../records.js';
import { SqliteStore } from './sqlite-store.js';

describe(SqliteStore.name, () => {
  it('reports a full disk and keeps the copy as it was', async () => {
    const database = await openSqlite(':memory:');
    const store = new SqliteStore(database);
    await store.write([], 'C1');
    database.exec('PRAGMA max_page_count = 8');
    const record = { name: 'x'.repeat(100_000) };
    const changes = [{ type: 'business', id: 'a', deleted: false, record }] as unknown as Change[];
    await expect(store.write(changes, 'C2')).rejects.toThrow('database or disk is full');
    expect(await store.position()).toBe('C1');
    await store.write([], 'C3');
    expect(await store.position()).toBe('C3');
    database.close();
  });
});
