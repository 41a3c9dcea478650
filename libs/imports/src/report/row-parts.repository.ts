import type { PoolClient } from 'pg';

// The import thread writes the parts. Unlike `ImportsRepository`, this file does not load Nest.

/** Deletes the stored parts of an import. */
export async function deleteParts(client: PoolClient, importId: string): Promise<void> {
  await client.query('DELETE FROM import_rows WHERE import_id = $1', [importId]);
}

/**
 * Stores the next part of an import.
 *
 * @param row.rowsBefore number of rows in all earlier parts
 * @param row.content compressed NDJSON
 */
export async function insertPart(
  client: PoolClient,
  row: { importId: string; part: number; rowsBefore: number; content: Buffer },
): Promise<void> {
  await client.query(
    'INSERT INTO import_rows (import_id, part, rows_before, content) VALUES ($1, $2, $3, $4)',
    [row.importId, row.part, row.rowsBefore, row.content],
  );
}
