import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Counts attempts per bucket and window. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  /** Removes all ended windows, and the bucket's if it ends after `latest`. */
  async removeEnded(now: Date, bucket: string, latest: Date): Promise<void> {
    await this.database.attemptWindow.deleteMany({
      where: { OR: [{ resetsAt: { lte: now } }, { bucket, resetsAt: { gt: latest } }] },
    });
  }

  /** Counts an attempt in the bucket's window, or in a new one with this end. */
  count(bucket: string, end: Date): Promise<{ count: number; resetsAt: Date }> {
    return this.database.attemptWindow.upsert({
      where: { bucket },
      create: { bucket, count: 1, resetsAt: end },
      update: { count: { increment: 1 } },
    });
  }

  async takeBack(bucket: string): Promise<void> {
    await this.database.attemptWindow.updateMany({
      where: { bucket, count: { gt: 0 } },
      data: { count: { decrement: 1 } },
    });
  }

  async remove(bucket: string): Promise<void> {
    await this.database.attemptWindow.deleteMany({ where: { bucket } });
  }
}
