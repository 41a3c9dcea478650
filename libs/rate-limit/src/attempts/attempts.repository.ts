import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** Counts attempts per bucket and window. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly database: Database) {}

  async removeEnded(now: Date): Promise<void> {
    await this.database.attemptWindow.deleteMany({ where: { resetsAt: { lte: now } } });
  }

  /** Counts an attempt in the bucket's window, or in a new one with this end. */
  async count(bucket: string, end: Date): Promise<{ count: number; resetsAt: Date }> {
    const [window] = await this.database.$queryRaw<{ count: number; resetsAt: Date }[]>`
      INSERT INTO attempt_windows (bucket, count, resets_at) VALUES (${bucket}, 1, ${end})
      ON CONFLICT (bucket) DO UPDATE SET count = attempt_windows.count + 1
      RETURNING count, resets_at AS "resetsAt"`;
    return window!;
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
