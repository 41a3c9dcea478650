import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Database } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { ROWS_HEADER } from '../report/rows-table.js';
import { ImportsService, isPending, UNDO_DAYS } from './imports.service.js';

const decompress = promisify(gunzip);

/** Reads the stored outcome of every row of an import. */
@Injectable()
export class ImportRowsService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsService,
  ) {}

  /**
   * Streams all rows of an import as CSV (RFC 4180) in chunks of about 128 KiB: line, kind,
   * business and notes or the reason for rejection.
   *
   * @throws ApiError `not_found`, `conflict` while the import is running, or `gone`
   */
  async open(id: string): Promise<AsyncGenerator<string, void>> {
    const { status, counts } = await this.imports.find(id);
    if (isPending(status)) {
      throw new ApiError(
        'conflict',
        `The import is ${status}. Its rows are available once it finishes.`,
      );
    }
    const first = await this.part(id, 0);
    const hasRows = Object.values(counts as Record<string, number>).some((count) => count > 0);
    if (!first && hasRows) {
      throw new ApiError('gone', `The rows have expired. They are kept for ${UNDO_DAYS} days.`);
    }
    return this.pieces(id, first);
  }

  private async *pieces(id: string, first: string | undefined): AsyncGenerator<string, void> {
    yield ROWS_HEADER;
    let piece = first;
    for (let part = 1; piece !== undefined; part++) {
      yield piece;
      piece = await this.part(id, part);
    }
  }

  private async part(importId: string, part: number): Promise<string | undefined> {
    const found = await this.database.importRow.findUnique({
      where: { importId_part: { importId, part } },
    });
    return found ? (await decompress(found.content)).toString() : undefined;
  }
}
