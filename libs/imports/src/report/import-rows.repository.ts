import { Injectable } from '@nestjs/common';
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
