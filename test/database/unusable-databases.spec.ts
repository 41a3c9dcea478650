import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { onServer } from '../support/on-server.ts';

describeOnPostgres('a start on a database that cannot be used', () => {
  const opening = ({ href }: URL) => openDatabase(loadEnvironment({ DATABASE_URL: href }), SERVER);

  it('names another encoding, with which searches would fail', async () => {
    await onServer("CREATE DATABASE mnbd_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'");
    const url = new URL(process.env.TEST_POSTGRES_URL!);
    url.pathname = 'mnbd_ascii';
    await expect(opening(url)).rejects.toThrow(
      /^Cannot use the database mnbd_ascii on .*: its encoding is SQL_ASCII\. Create it with UTF8\.$/,
    );
    await onServer('DROP DATABASE mnbd_ascii WITH (FORCE)');
  });

  it('names a table that the role does not own', async () => {
    const database = await createDatabase('PostgreSQL');
    await onServer("CREATE ROLE mnbd_stranger LOGIN PASSWORD 'hunter2'");
    const url = new URL(database.env.DATABASE_URL!);
    url.username = 'mnbd_stranger';
    url.password = 'hunter2';
    await expect(opening(url)).rejects.toThrow(
      /^Cannot use the database .*: permission denied for table _prisma_migrations\.$/,
    );
    await database.drop();
    await onServer('DROP ROLE mnbd_stranger');
  });
});
