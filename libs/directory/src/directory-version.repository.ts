import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';

export interface DirectoryState {
  /** Directory version in decimal digits. */
  version: string;
  /** Changes when the directory is reset. */
  epoch: string;
  /** Time of the change that led to the version. */
  changedAt: Date;
}

/** Reads and locks the directory version. */
@Injectable()
export class DirectoryVersionRepository {
  constructor(private readonly database: Database) {}

  async current(): Promise<DirectoryState> {
    const row = await this.database.probe<DirectoryState & object>(
      'SELECT version::text, epoch, changed_at AS "changedAt" FROM directory_version',
    );
    return row!;
  }

  /** Makes other transactions that change the directory wait until this one ends. */
  async lock(tx: Prisma.TransactionClient): Promise<void> {
    await tx.$queryRaw`SELECT FROM directory_version FOR UPDATE`;
  }
}
