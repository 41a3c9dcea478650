import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { generateKeyText, hashKeyText, startOfKeyText } from '#libs/keys/src/key-text/key-text.js';

export interface InsertedKey {
  id: string;
  /** Value of the `X-API-Key` header. */
  text: string;
}

/** Inserts a key directly into the database, for tests that only use keys. */
export async function insertKey(
  pool: Pool,
  { limitPerHour = 1_000_000, state = 'active', text = generateKeyText() } = {},
): Promise<InsertedKey> {
  const id = uuidv7();
  await pool.query(
    `INSERT INTO api_keys (id, label, owner_name, owner_email, limit_per_hour, state)
     VALUES ($1, 'Test', 'Test', 'test@example.org', $2, $3::api_key_state)`,
    [id, limitPerHour, state],
  );
  await pool.query(
    "INSERT INTO api_key_secrets (id, key_id, hash, start) VALUES ($1, $2, decode($3, 'hex'), $4)",
    [uuidv7(), id, hashKeyText(text), startOfKeyText(text)],
  );
  return { id, text };
}
