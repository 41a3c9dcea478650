import { Injectable } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { withoutGuard } from '#libs/text/src/csv.js';
import { ROWS_HEADER } from '../report/rows-table.js';
import type { ImportRowDto } from './import.dto.js';
import { UNDO_DAYS } from './import-undo.service.js';
import { ImportsRepository, isPending } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

const decompress = promisify(gunzip);

/** Reads the stored outcome of every row of an import. */
@Injectable()
export class ImportRowsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly imports: ImportsService,
  ) {}

  /**
   * Streams all rows of an import as CSV (RFC 4180) in chunks of about 128 KiB: line, kind,
   * business, changes, and notes or the reason for rejection.
   *
   * @throws ApiError `not_found`, `conflict` while the import is running, or `gone`
   */
  async open(id: string): Promise<AsyncGenerator<string, void>> {
    await this.begin(id);
    return this.pieces(id);
  }

  /**
   * Returns a page of an import's rows.
   *
   * @throws ApiError same as `open`
   */
  async page(
    id: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ items: ImportRowDto[]; total: number }> {
    const total = await this.begin(id);
    const offset = (page - 1) * limit;
    const items: ImportRowDto[] = [];
    if (offset >= total) return { items, total };
    const start = await this.repository.rowsPartAt(id, offset);
    let skipped = offset - (start?.rowsBefore ?? 0);
    for (let part = start?.part ?? 0; items.length < limit; part++) {
      const piece = await this.part(id, part);
      if (piece === undefined) break;
      items.push(...rowsIn(piece).slice(skipped, skipped + limit - items.length));
      skipped = 0;
    }
    return { items, total };
  }

  /** Returns the number of all rows. */
  private async begin(id: string): Promise<number> {
    const { status, counts } = await this.imports.find(id);
    if (isPending(status)) {
      throw new ApiError(
        'conflict',
        `The import is ${status}. Its rows are available once it finishes.`,
      );
    }
    const total = Object.values(counts as Record<string, number>).reduce((sum, n) => sum + n, 0);
    if (total > 0 && !(await this.repository.rowsPartAt(id, 0))) {
      throw new ApiError('gone', `The rows have expired. They are kept for ${UNDO_DAYS} days.`);
    }
    return total;
  }

  private async *pieces(id: string): AsyncGenerator<string, void> {
    yield ROWS_HEADER;
    for (let part = 0; ; part++) {
      const piece = await this.part(id, part);
      if (piece === undefined) return;
      yield piece;
    }
  }

  private async part(importId: string, part: number): Promise<string | undefined> {
    const found = await this.repository.rowsPart(importId, part);
    return found ? (await decompress(found.content)).toString() : undefined;
  }
}

/** Parses the lines of a part. */
function rowsIn(piece: string): ImportRowDto[] {
  const records = parse<Record<string, string>>(ROWS_HEADER + piece, { columns: true });
  return records.map(({ line, kind, notes, before, after, reason, ...business }) => {
    const cells = Object.entries({ ...business, reason: withoutGuard(reason ?? '') });
    return {
      line: line ? Number(line) : null,
      kind: kind as ImportRowDto['kind'],
      ...Object.fromEntries(cells.filter(([, cell]) => cell !== '')),
      ...(notes && { notes: notes.split(' ') }),
      ...(before && { before: JSON.parse(before) as ImportRowDto['before'] }),
      ...(after && { after: JSON.parse(after) as ImportRowDto['after'] }),
    };
  });
}
