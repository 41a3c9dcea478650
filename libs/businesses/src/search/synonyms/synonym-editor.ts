import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError, conflictOf } from '#libs/http/src/errors/api-error.js';
import { isUuid } from '#libs/text/src/identifiers.js';
import { SearchRepository } from '../search.repository.js';
import type { NewSynonym, SynonymChange, SynonymDto, ListSynonymsQuery } from './synonym.dto.js';

/** Maximum number of synonyms. Every search looks through them. */
const MAX_SYNONYMS = 2_000;

/**
 * Edits synonyms. A trigger moves the directory version, so a change affects all searches
 * immediately.
 */
@Injectable()
export class SynonymEditor extends RecordEditor<SynonymDto, NewSynonym, SynonymChange> {
  constructor(
    edits: EditTransactions,
    private readonly searches: SearchRepository,
  ) {
    super({ kind: 'synonym', collection: 'search-synonyms' }, edits);
  }

  /** Returns a page of synonyms ordered by their first term. */
  page({ q, page, limit }: ListSynonymsQuery): Promise<{ items: SynonymDto[]; total: number }> {
    return this.searches.listSynonyms(q, (page - 1) * limit, limit);
  }

  protected override async find(tx: Prisma.TransactionClient, id: string) {
    const found = isUuid(id) && (await this.searches.findSynonym(id, tx));
    if (!found) return undefined;
    const { terms, alsoFinds, revision } = found;
    return { record: { id, terms, alsoFinds }, revision };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { terms, alsoFinds }: NewSynonym,
  ): Promise<string> {
    if ((await this.searches.countSynonyms(tx)) >= MAX_SYNONYMS) {
      throw new ApiError(
        'conflict',
        `There are already ${MAX_SYNONYMS} synonyms, the maximum. Remove one first.`,
      );
    }
    await this.expectNew(tx, terms);
    const id = uuidv7();
    await this.searches.addSynonym({ id, terms, alsoFinds }, tx);
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    { id }: SynonymDto,
    { terms, alsoFinds }: SynonymChange,
  ): Promise<void> {
    if (terms) await this.expectNew(tx, terms, id);
    await this.searches.updateSynonym(id, { terms, alsoFinds }, tx);
  }

  protected override async retire(tx: Prisma.TransactionClient, { id }: SynonymDto): Promise<void> {
    await this.searches.removeSynonym(id, tx);
  }

  /** @throws ApiError `conflict` if another synonym has the same terms */
  private async expectNew(
    tx: Prisma.TransactionClient,
    terms: string[],
    own: string | null = null,
  ) {
    const same = await this.searches.findSameSynonym(terms, own, tx);
    if (same)
      throw conflictOf('terms', `The synonym ${same} has the same terms. Change it instead.`);
  }
}
