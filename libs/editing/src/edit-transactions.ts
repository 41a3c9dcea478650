import { Injectable } from '@nestjs/common';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/** Messages for Prisma error codes that mean a conflict. */
const CONFLICTS: Record<string, string> = {
  P2002: 'Another record already has this slug or identity.',
  P2003: 'Another record still refers to this one.',
};

/** Runs manual changes to the directory, one at a time. Editors record them in `audit`. */
@Injectable()
export class EditTransactions {
  constructor(
    readonly database: Database,
    private readonly stored: DirectoryRepository,
    private readonly version: DirectoryVersion,
    readonly audit: AuditService,
  ) {}

  /**
   * Runs a change in a transaction that first locks the directory version. Triggers make every
   * change take this lock first, which prevents deadlocks between changes.
   *
   * @throws ApiError `conflict` if a unique value is taken or a record is still in use
   */
  async transaction<T>(
    admin: Actor,
    work: (tx: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await this.database.transactionFor(
        admin.httpRequestId,
        async (tx) => {
          await this.stored.lock(tx);
          return work(tx);
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
      this.version.moved();
      return result;
    } catch (error) {
      const message =
        error instanceof Prisma.PrismaClientKnownRequestError && CONFLICTS[error.code];
      if (message) throw new ApiError('conflict', message);
      throw error;
    }
  }
}
