import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '#libs/database/src/database.js';

/** Reads the outcomes of an import's rows, which are stored in compressed parts. */
@Injectable()
export class ImportRowsRepository {
  constructor(private readonly database: Database) {}

  part(importId: string, part: number) {
    return this.database.importRow.findUnique({ where: { importId_part: { importId, part } } });
  }

  /** Returns the part with the row at the offset, and the number of rows before the part. */
  partAt(importId: string, offset: number) {
    return this.database.importRow.findFirst({
      where: { importId, rowsBefore: { lte: offset } },
      orderBy: { part: 'desc' },
      select: { part: true, rowsBefore: true },
    });
  }
}

export async function deleteParts(client: PoolClient, importId: string): Promise<void> {
  await client.query('DELETE FROM import_rows WHERE import_id = $1', [importId]);
}

export async function insertPart(
  client: PoolClient,
  row: { importId: string; part: number; rowsBefore: number; content: Buffer },
): Promise<void> {
  await client.query(
    'INSERT INTO import_rows (import_id, part, rows_before, content) VALUES ($1, $2, $3, $4)',
    [row.importId, row.part, row.rowsBefore, row.content],
  );
}
