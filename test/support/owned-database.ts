import { randomBytes } from 'node:crypto';
import type { TestDatabase } from './databases.ts';
import { onServer } from './on-server.ts';

/** An ordinary role that owns a database, as hosts of PostgreSQL give them. */
export interface Owner {
  role: string;
  database: string;
  /** What a program's environment needs to use the database as this role. */
  env: { DATABASE_URL: string };
  drop(): Promise<void>;
}

/** Gives a fresh database to a fresh role. */
export async function ownedByRole({ env }: TestDatabase): Promise<Owner> {
  const role = `owner_${randomBytes(6).toString('hex')}`;
  const url = new URL(env.DATABASE_URL!);
  const database = url.pathname.slice(1);
  await onServer(`CREATE ROLE ${role} LOGIN; ALTER DATABASE ${database} OWNER TO ${role}`);
  url.username = role;
  url.password = '';
  return {
    role,
    database,
    env: { DATABASE_URL: url.href },
    drop: () => onServer(`DROP ROLE ${role}`),
  };
}
