import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './databases.ts';
import { onServer } from './on-server.ts';

/** An ordinary role that owns a database, as PostgreSQL hosting providers set it up. */
export interface Owner {
  role: string;
  database: string;
  /** Environment variables with which a program uses the database as this role. */
  env: { DATABASE_URL: string };
  drop(): Promise<void>;
}

/** Creates a role and makes it the owner of a database. */
export async function ownedByRole(database: TestDatabase): Promise<Owner> {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE ROLE ${role} LOGIN`);
  return {
    role,
    ...(await giveTo(role, database)),
    drop: () => onServer(`DROP ROLE ${role}`),
  };
}

/** Makes an existing role the owner of a database. */
export async function giveTo(
  role: string,
  { env }: TestDatabase,
): Promise<Pick<Owner, 'database' | 'env'>> {
  const url = new URL(env.DATABASE_URL!);
  const database = url.pathname.slice(1);
  await onServer(`ALTER DATABASE ${database} OWNER TO ${role}`);
  url.username = role;
  url.password = '';
  return { database, env: { DATABASE_URL: url.href } };
}
