import { Logger } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';

Logger.overrideLogger(false);

const FOLDER = 'prisma/functions';

describeOnPostgres(`the functions and triggers in ${FOLDER}`, () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase('PostgreSQL');
    await migrate({ connectionString: database.env.DATABASE_URL });
    client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('match the migrations', async () => {
    const files = await readdir(FOLDER);
    const texts = await Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
    const migrated = await definitions(client);
    const declared = texts.join('').matchAll(/^CREATE OR REPLACE FUNCTION "(\w+)"/gm);
    const functions = migrated.filter(({ kind }) => kind === 'function').map(({ name }) => name);
    expect(Array.from(declared, ([, name]) => name).sort()).toEqual(functions.sort());

    await client.query(
      migrated
        .filter(({ kind }) => kind === 'trigger')
        .map(({ name }) => `DROP TRIGGER ${name.replace(/^\w+ on /, '')};`)
        .join('\n'),
    );
    for (const text of texts) await client.query(text);
    expect(await definitions(client)).toEqual(migrated);
  });

  it('depend on no order, because a row of a table has one trigger for each event', async () => {
    const { rows } = await client.query(`
      SELECT tgrelid::regclass AS "table", array_agg(tgname) AS triggers
      FROM pg_trigger, LATERAL (VALUES (4), (8), (16)) AS event(bit)
      WHERE NOT tgisinternal AND tgtype & 1 = 1 AND tgtype & event.bit > 0
      GROUP BY tgrelid, tgtype & 2, event.bit HAVING count(*) > 1`);
    expect(rows).toEqual([]);
  });
});

interface Definition {
  kind: 'function' | 'trigger';
  /** Name of the function, or of the trigger followed by ` on ` and its table. */
  name: string;
  definition: string;
}

async function definitions(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(`
    SELECT 'function' AS kind, proname::text AS name, pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
    UNION ALL
    SELECT 'trigger', format('%s on %I ON %s', proname, tgname, tgrelid::regclass), pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT tgisinternal
    ORDER BY kind, name`);
  return rows;
}
