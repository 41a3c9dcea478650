import { SchemaEngine } from '#libs/database/src/migrations/schema-engine.js';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { createDatabase, describeOnPostgres } from './support/databases.ts';

describeOnPostgres('the migrations', () => {
  it('lead to schema.prisma, also when several processes start at once', async () => {
    const { env, drop } = await createDatabase('PostgreSQL');
    const connectionString = env.DATABASE_URL;
    const applied = await Promise.all([1, 2, 3].map(() => migrate({ connectionString })));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);

    const engine = await SchemaEngine.connect({ connectionString });
    expect(await engine.pendingChanges()).toBe('-- This is an empty migration.\n');
    await engine.close();
    await drop();
  });
});
