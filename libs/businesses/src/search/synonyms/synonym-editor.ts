import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { isUuid } from '#libs/text/src/identifiers.js';
import type { NewSynonym, SynonymChange, SynonymDto } from './synonym.dto.js';
import type { ListSynonymsQuery } from './synonyms.query.js';

/** Maximum number of synonyms. Every search looks through them. */
export const MAX_SYNONYMS = 2_000;

/**
 * Edits synonyms. A trigger moves the directory version, so a change affects all searches
 * immediately.
 */
@Injectable()
export class SynonymEditor extends RecordEditor<SynonymDto, NewSynonym, SynonymChange> {
  constructor(
    private readonly database: Database,
    edits: DirectoryEdits,
    audit: AuditService,
  ) {
    super({ kind: 'synonym', collection: 'search-synonyms' }, { database, edits, audit });
  }

  /** Returns a page of synonyms ordered by their first term. */
  async page({
    q,
    page,
    limit,
  }: ListSynonymsQuery): Promise<{ items: SynonymDto[]; total: number }> {
    const found = Prisma.sql`FROM search_synonyms
      WHERE ${q ?? null}::text IS NULL
        OR strpos(fold(array_to_string(terms || also_finds, ' ')), fold(${q ?? ''})) > 0`;
    const [counted] = await this.database.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total ${found}`;
    const items = await this.database.$queryRaw<SynonymDto[]>`
      SELECT id, terms, also_finds AS "alsoFinds" ${found}
      ORDER BY terms, id LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
    return { items, total: counted!.total };
  }

  protected override async find(tx: Prisma.TransactionClient, id: string) {
    const found = isUuid(id) && (await tx.searchSynonym.findUnique({ where: { id } }));
    if (!found) return undefined;
    const { terms, alsoFinds, revision } = found;
    return { record: { id, terms, alsoFinds }, revision };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { terms, alsoFinds }: NewSynonym,
  ): Promise<string> {
    if ((await tx.searchSynonym.count()) >= MAX_SYNONYMS) {
      throw new ApiError(
        'conflict',
        `There are already ${MAX_SYNONYMS} synonyms, the maximum. Remove one first.`,
      );
    }
    const { id } = await tx.searchSynonym.create({ data: { id: uuidv7(), terms, alsoFinds } });
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    { id }: SynonymDto,
    { terms, alsoFinds }: SynonymChange,
  ): Promise<void> {
    await tx.searchSynonym.update({ where: { id }, data: { terms, alsoFinds } });
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: SynonymDto): Promise<void> {
    await tx.searchSynonym.delete({ where: { id } });
  }
}
