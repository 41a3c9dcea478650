import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import type { Edited } from '#libs/editing/src/edited.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError, conflictOf, invalidBody } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { type Mapping, parseMapping } from '../columns/mapping.js';
import { UNNAMED } from '../writing/import-source.js';
import type { NewSource, SourceChange, SourceDto } from './source.dto.js';
import { SourcesRepository, type SourceWithFetch } from './sources.repository.js';
import { SourcesService } from './sources.service.js';

/** Edits sources, and the URLs and schedules by which the server fetches their files. */
@Injectable()
export class SourceEditor extends RecordEditor<SourceDto, NewSource, SourceChange> {
  constructor(
    edits: EditTransactions,
    private readonly repository: SourcesRepository,
    private readonly sources: SourcesService,
    private readonly clock: Clock,
  ) {
    super({ kind: 'source', collection: 'sources' }, edits);
  }

  /** Returns a page of sources ordered by name. */
  async page({ page, limit }: PageQuery): Promise<{ items: SourceDto[]; total: number }> {
    const { items, total } = await this.repository.page((page - 1) * limit, limit);
    return { items: items.map(recordOf), total };
  }

  protected override async find(
    tx: Prisma.TransactionClient,
    idOrName: string,
  ): Promise<Edited<SourceDto> | undefined> {
    const isId = /^[1-9]\d{0,8}$/.test(idOrName);
    const found =
      (isId && (await this.repository.find({ id: Number(idOrName) }, tx))) ||
      (await this.repository.find({ name: idOrName }, tx));
    if (!found || found.id === UNNAMED.id) return undefined;
    return { record: recordOf(found), revision: found.revision };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { name, mapping, url, schedule, ...details }: NewSource,
  ): Promise<string> {
    if (await this.repository.find({ name }, tx)) {
      throw conflictOf('name', `A source already has the name ${name}.`);
    }
    await this.sources.refuseTooMany(tx);
    const { id } = await this.repository.add({ name, ...details, mapping: storable(mapping) }, tx);
    await this.setFetch(tx, id, url, schedule);
    return String(id);
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: SourceDto,
    { mapping, url = before.url, schedule, ...details }: SourceChange,
  ): Promise<void> {
    const id = Number(before.id);
    if (details.idColumn !== undefined) {
      await this.sources.refuseOtherIdColumn({ ...before, id }, details.idColumn, tx);
    }
    await this.repository.update(id, { ...details, mapping: storable(mapping) }, tx);
    // The failures so far are those of the former URL.
    await this.setFetch(tx, id, url, schedule, url === before.url ? undefined : 0);
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: SourceDto): Promise<void> {
    const sourceId = Number(id);
    if (await this.repository.isAwaited(sourceId, tx)) {
      const message = 'An import of this source has not finished. Wait for it, or cancel it.';
      throw new ApiError('conflict', message);
    }
    if (await this.repository.isUsed(sourceId, tx)) {
      const message =
        'Businesses have values of this source. Undo its imports first, or set `url` to null to ' +
        'stop fetching.';
      throw new ApiError('conflict', message);
    }
    await this.repository.remove(sourceId, tx);
  }

  /** Makes the file due at once, in full, because a change may affect how its rows are read. */
  private async setFetch(
    tx: Prisma.TransactionClient,
    sourceId: number,
    url: string | null | undefined,
    schedule: SourceChange['schedule'],
    failures?: number,
  ): Promise<void> {
    if (!url) {
      if (schedule) throw invalidBody('schedule', 'schedule requires url.');
      await this.repository.removeFetch(sourceId, tx);
      return;
    }
    await this.repository.setFetch(
      sourceId,
      { url, schedule, failures, nextAt: this.clock.now() },
      tx,
    );
  }
}

function recordOf({ fetch, ...source }: SourceWithFetch): SourceDto {
  const { name, licence, attribution, rank, idColumn, mapping } = source;
  return {
    id: String(source.id),
    name,
    licence,
    attribution,
    rank,
    idColumn,
    mapping: mapping as SourceDto['mapping'],
    url: fetch?.url ?? null,
    schedule: fetch?.schedule ?? null,
    lastFetchedAt: fetch?.fetchedAt?.toISOString() ?? null,
    lastResult: fetch?.result ?? null,
    lastError: fetch?.error ?? null,
    lastImportId: fetch?.importId ?? null,
    consecutiveFailures: fetch?.failures ?? 0,
    nextFetchAt: fetch?.nextAt.toISOString() ?? null,
    createdAt: source.createdAt.toISOString(),
  };
}

/** @throws ApiError `invalid_body` if the mapping is invalid */
function storable(mapping: SourceChange['mapping']): Mapping | typeof Prisma.DbNull | undefined {
  if (mapping === undefined) return undefined;
  if (mapping === null) return Prisma.DbNull;
  return parseMapping(JSON.stringify(mapping), (reason) =>
    invalidBody('mapping', `mapping ${reason}`),
  );
}
