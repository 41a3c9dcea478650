import { Injectable } from '@nestjs/common';
import {
  Database,
  type Prisma,
  type SuggestionStatus,
  pageOf,
} from '#libs/database/src/database.js';

const STORED = {
  include: {
    decidedBy: { select: { email: true } },
    business: { select: { name: true, slug: true } },
  },
  omit: { decidedById: true },
} satisfies Prisma.SuggestionDefaultArgs;

/** A suggestion with its business and the admin who decided it. */
export type StoredSuggestion = Prisma.SuggestionGetPayload<typeof STORED>;

@Injectable()
export class SuggestionsRepository {
  constructor(private readonly database: Database) {}

  /** Returns a page of suggestions in review order: pending ones first, oldest first. */
  list(
    status: SuggestionStatus | undefined,
    skip: number,
    take: number,
  ): Promise<{ items: StoredSuggestion[]; total: number }> {
    const rows = this.database.suggestion.findMany({
      where: { status },
      ...STORED,
      // `pending` is the first value of the status enum in the database.
      orderBy: [{ status: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
      skip,
      take,
    });
    return pageOf(rows, this.count(status));
  }

  count(status?: SuggestionStatus, businessId?: string): Promise<number> {
    return this.database.suggestion.count({ where: { status, businessId } });
  }

  find(id: string, tx: Prisma.TransactionClient = this.database): Promise<StoredSuggestion | null> {
    return tx.suggestion.findUnique({ where: { id }, ...STORED });
  }

  async add(
    data: Prisma.SuggestionUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.suggestion.create({ data });
  }

  /** Changes a suggestion with the given status. @returns false if its status differs */
  async updateIf(
    status: SuggestionStatus,
    id: string,
    data: Prisma.SuggestionUncheckedUpdateManyInput,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    return (await tx.suggestion.updateMany({ where: { id, status }, data })).count > 0;
  }

  setBusiness(
    id: string,
    businessId: string | null,
    tx: Prisma.TransactionClient,
  ): Promise<StoredSuggestion> {
    return tx.suggestion.update({ where: { id }, data: { businessId }, ...STORED });
  }

  /** Returns the ids of suggestions that were decided before a time. */
  async findDecidedBefore(oldest: Date, most: number): Promise<string[]> {
    const old = await this.database.suggestion.findMany({
      where: { status: { not: 'pending' }, decidedAt: { lt: oldest } },
      select: { id: true },
      take: most,
    });
    return old.map(({ id }) => id);
  }

  async remove(ids: string[], tx: Prisma.TransactionClient): Promise<void> {
    await tx.suggestion.deleteMany({ where: { id: { in: ids } } });
  }
}
