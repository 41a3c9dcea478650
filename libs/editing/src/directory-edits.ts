import { Injectable } from '@nestjs/common';
import { type Actor, httpRequestOf } from '#libs/admin/src/audit/audit.service.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/** Prisma's codes of what the database refuses, as callers are told of it. */
const CONFLICTS: Record<string, string> = {
  P2002: 'There is already one with this slug or identity.',
  P2003: 'Something else still refers to it.',
};

/** Changes of the directory by hand, one at a time. */
@Injectable()
export class DirectoryEdits {
  constructor(
    private readonly database: Database,
    private readonly version: DirectoryVersion,
  ) {}

  /**
   * Locks the directory's version before any row, as every change does (by trigger), so that two
   * changes cannot wait for each other.
   *
   * @throws ApiError `conflict` when something that must be unique is taken, or something is still in use
   */
  async transaction<T>(
    admin: Actor,
    work: (tx: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await this.database.transactionFor(
        httpRequestOf(admin),
        async (tx) => {
          await tx.$queryRaw`SELECT 1 FROM directory_version FOR UPDATE`;
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
