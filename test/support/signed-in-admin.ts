import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import type { Database } from '#libs/database/src/database.js';

/** Inserts an admin directly into the database and returns it as services receive it. */
export async function addAdmin(database: Database): Promise<SignedInAdmin> {
  const email = 'ada@example.org';
  const name = 'Ada';
  const { id } = await database.admin.create({ data: { email, name, passwordHash: '' } });
  return { id, email, name, sessionId: '', address: '192.0.2.7' };
}
