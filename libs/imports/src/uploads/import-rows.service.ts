import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Clock } from '#libs/config/src/clock.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { csvLine, csvText } from '#libs/text/src/csv.js';
import type { ImportRowDto } from './import.dto.js';
import { isExpired, UNDO_DAYS } from './import-undo.service.js';
import { ImportsRepository, isPending } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

const decompress = promisify(gunzip);

const COLUMNS = [
  ...(['line', 'kind', 'businessId', 'slug', 'similarTo', 'reason', 'notes'] as const),
  ...(['before', 'after'] as const),
];

/** Header of the rows as CSV. */
export const ROWS_HEADER = csvText([COLUMNS.join()]);

/** Reads the stored outcome of every row of an import. */
@Injectable()
export class ImportRowsService {
  constructor(
    private readonly repository: ImportsRepository,
    private readonly imports: ImportsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Streams all rows of an import as CSV (RFC 4180) in chunks of up to 128 KiB: line, kind,
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
      const rows = await this.part(id, part);
      if (rows === undefined) break;
      items.push(...rows.slice(skipped, skipped + limit - items.length));
      skipped = 0;
    }
    return { items, total };
  }

  /** Returns the number of all rows. */
  private async begin(id: string): Promise<number> {
    const found = await this.imports.find(id);
    const { status, counts } = found;
    if (isPending(status)) {
      throw new ApiError(
        'conflict',
        `The import is ${status}. Its rows are available once it finishes.`,
      );
    }
    const total = Object.values(counts as Record<string, number>).reduce((sum, n) => sum + n, 0);
    if (total > 0 && !(await this.repository.rowsPartAt(id, 0))) {
      throw new ApiError('gone', isExpired(found, this.clock.now()) ? EXPIRED : NEVER_STORED);
    }
    return total;
  }

  private async *pieces(id: string): AsyncGenerator<string, void> {
    yield ROWS_HEADER;
    for (let part = 0; ; part++) {
      const rows = await this.part(id, part);
      if (rows === undefined) return;
      yield csvText(rows.map(csvLineOf));
    }
  }

  private async part(importId: string, part: number): Promise<ImportRowDto[] | undefined> {
    const found = await this.repository.rowsPart(importId, part);
    if (!found) return undefined;
    const lines = (await decompress(found.content)).toString().trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as ImportRowDto);
  }
}

const EXPIRED = `The rows have expired. They are kept for ${UNDO_DAYS} days.`;
const NEVER_STORED =
  'The import was stopped before it stored the outcome of its rows. Its counts and problems are kept.';

function csvLineOf({ notes, before, after, ...row }: ImportRowDto): string {
  const cells = {
    ...row,
    notes: notes?.join(' '),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  };
  return csvLine(COLUMNS.map((column) => cells[column]));
}
