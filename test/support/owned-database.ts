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
export async function ownedByRole({ env }: TestDatabase): Promise<Owner> {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  const url = new URL(env.DATABASE_URL!);
  const database = url.pathname.slice(1);
  await onServer(`CREATE ROLE ${role} LOGIN`);
  await onServer(`ALTER DATABASE ${database} OWNER TO ${role}`);
  url.username = role;
  url.password = '';
  return {
    role,
    database,
    env: { DATABASE_URL: url.href },
    drop: () => onServer(`DROP ROLE ${role}`),
  };
}
