import { Injectable } from '@nestjs/common';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { BusinessEditor } from '#libs/businesses/src/editing/business-editor.js';
import { toBusiness } from '#libs/businesses/src/record/stored-record.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { DuplicateStatus, Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { Precondition } from '#libs/editing/src/precondition.js';
import { ApiError, invalidBody, noRecord } from '#libs/http/src/errors/api-error.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import type { Reason } from '../matching/score.js';
import type { DuplicateDto, DuplicateMerge, ListDuplicatesQuery } from './duplicate.dto.js';
import { DuplicatesRepository, type StoredDuplicate, UNDECIDED } from './duplicates.repository.js';

/** Audited action for each decision, and the states of a pair in which it is possible. */
const DECISIONS: Record<DuplicateStatus, { action: string; from: DuplicateStatus[] }> = {
  open: { action: 'duplicate.reopen', from: ['later', 'dismissed', 'merged'] },
  later: { action: 'duplicate.postpone', from: ['open'] },
  dismissed: { action: 'duplicate.dismiss', from: UNDECIDED },
  merged: { action: 'duplicate.merge', from: UNDECIDED },
};

/** Lists likely duplicates for admins and applies their decisions. */
@Injectable()
export class DuplicatesService {
  constructor(
    private readonly repository: DuplicatesRepository,
    private readonly businesses: BusinessEditor,
    private readonly edits: EditTransactions,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async list({ status, page, limit }: ListDuplicatesQuery) {
    const { items, total } = await this.repository.list(status, (page - 1) * limit, limit);
    return { items: await this.toDtos(items), total };
  }

  /**
   * Merges the other business of the pair into the one to keep.
   *
   * @throws ApiError as `decide` does, and `invalid_body` if the business to keep is not one of the
   * pair
   */
  async merge(id: string, { keep }: DuplicateMerge, admin: SignedInAdmin): Promise<DuplicateDto> {
    return this.decide(id, 'merged', admin, async (tx, { businesses }) => {
      const kept = businesses.find(({ id, slug }) => [id, slug].includes(keep.toLowerCase()));
      if (!kept) {
        const slugs = businesses.map(({ slug }) => slug).join(' or ');
        throw invalidBody(
          'keep',
          `keep must be the id or slug of one of the two businesses: ${slugs}.`,
        );
      }
      const other = businesses.find((business) => business !== kept)!;
      // The admin has seen both records side by side.
      const merge = { from: other.id, force: true };
      await this.businesses.mergeIn(tx, kept.id, new Precondition('*'), merge, admin);
      return { kept: kept.slug };
    });
  }

  /**
   * Decides on a pair and records the decision. Decisions run one at a time, so that the first of
   * several admins decides.
   *
   * @param act applies the decision and returns details for the audit log
   * @throws ApiError `not_found`; `conflict` if the decision is not possible in the pair's state or
   * one of its businesses was removed
   */
  async decide(
    id: string,
    status: DuplicateStatus,
    admin: SignedInAdmin,
    act?: (tx: Prisma.TransactionClient, pair: DuplicateDto) => Promise<Prisma.InputJsonObject>,
  ): Promise<DuplicateDto> {
    return this.edits.transaction(admin, async (tx) => {
      const pair = await this.find(tx, id);
      expectPossible(pair, status);
      const details = await act?.(tx, pair);
      const decision =
        status === 'open'
          ? { decidedById: null, decidedAt: null }
          : { decidedById: admin.id, decidedAt: this.clock.now() };
      await this.repository.update(id, { status, ...decision }, tx);
      await this.edits.audit.record(tx, {
        admin,
        action: DECISIONS[status].action,
        subjectId: id,
        before: { status: pair.status },
        after: { status, businesses: pair.businesses.map(({ slug }) => slug), ...details },
      });
      return this.find(tx, id);
    });
  }

  private async find(tx: Prisma.TransactionClient, id: string): Promise<DuplicateDto> {
    const found = await this.repository.find(id, tx);
    if (!found) throw noRecord('likely duplicate', id);
    const [pair] = await this.toDtos([found], tx);
    return pair!;
  }

  private async toDtos(
    pairs: readonly StoredDuplicate[],
    tx?: Prisma.TransactionClient,
  ): Promise<DuplicateDto[]> {
    const ids = pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]);
    const found = await this.repository.recordsOf(ids, tx);
    const records = new Map(found.map(({ id, record }) => [id, toBusiness(record)]));
    return pairs.map(({ firstId, secondId, reasons, decidedBy, ...pair }) => ({
      id: pair.id,
      status: pair.status,
      score: pair.score,
      reasons: reasons as Reason[],
      businesses: [firstId, secondId].map((id) => withOrigin(records.get(id)!, this.environment)),
      importId: pair.importId,
      createdAt: pair.createdAt,
      decidedAt: pair.decidedAt,
      decidedBy: decidedBy?.email ?? null,
    }));
  }
}

/** @throws ApiError `conflict` if the pair's state or a removed business rules the decision out */
function expectPossible(pair: DuplicateDto, decision: DuplicateStatus): void {
  const { status, decidedBy, businesses } = pair;
  if (!DECISIONS[decision].from.includes(status)) {
    const done = status === 'later' ? 'postponed' : status;
    const by = decidedBy ? ` by ${decidedBy}` : '';
    throw new ApiError('conflict', `This pair was already ${done}${by}.`);
  }
  const removed = businesses.find(({ removedAt }) => removedAt);
  if (!removed) return;
  const message = `${removed.name} was removed or merged, so this pair is no longer in the queue.`;
  throw new ApiError('conflict', message);
}
