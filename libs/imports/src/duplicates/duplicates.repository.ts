import { Injectable } from '@nestjs/common';
import {
  Database,
  type DuplicateStatus,
  type Prisma,
  pageOf,
} from '#libs/database/src/database.js';

export const UNDECIDED: DuplicateStatus[] = ['open', 'later'];
const PRESENT = { removedAt: null };
const WITH_ADMIN = { decidedBy: { select: { email: true } } } satisfies Prisma.DuplicateInclude;

export type StoredDuplicate = Prisma.DuplicateGetPayload<{ include: typeof WITH_ADMIN }>;

/** Stores likely duplicates. */
@Injectable()
export class DuplicatesRepository {
  constructor(private readonly database: Database) {}

  /** Returns a page of pairs, best scores first. Omits undecided pairs with a removed business. */
  list(status: DuplicateStatus, skip: number, take: number) {
    const where = whereOf(status);
    const rows = this.database.duplicate.findMany({
      where,
      include: WITH_ADMIN,
      orderBy: [{ score: 'desc' }, { id: 'asc' }],
      skip,
      take,
    });
    return pageOf(rows, this.database.duplicate.count({ where }));
  }

  find(id: string, tx: Prisma.TransactionClient): Promise<StoredDuplicate | null> {
    return tx.duplicate.findUnique({ where: { id }, include: WITH_ADMIN });
  }

  async update(
    id: string,
    data: Prisma.DuplicateUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.duplicate.update({ where: { id }, data });
  }

  /** Returns the records of businesses, including removed ones. */
  recordsOf(ids: string[], tx: Prisma.TransactionClient = this.database) {
    return tx.business.findMany({ where: { id: { in: ids } }, select: { id: true, record: true } });
  }
}

function whereOf(status: DuplicateStatus): Prisma.DuplicateWhereInput {
  return { status, ...(UNDECIDED.includes(status) && { first: PRESENT, second: PRESENT }) };
}
