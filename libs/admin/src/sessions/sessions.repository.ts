import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';

/** Stores the sessions of admins. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  async add(
    data: Prisma.AdminSessionUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.adminSession.create({ data });
  }

  /** Returns the sessions of one or all admins that expire after `now`, newest first. */
  list(now: Date, adminId?: string) {
    return this.database.adminSession.findMany({
      where: { adminId, expiresAt: { gt: now } },
      select: {
        id: true,
        address: true,
        createdAt: true,
        expiresAt: true,
        admin: { select: { id: true, email: true, name: true } },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  /** Returns the sessions of enabled admins that have one of the hashes and expire after `now`. */
  findByHashes(hashes: Uint8Array<ArrayBuffer>[], now: Date) {
    return this.database.adminSession.findMany({
      where: { tokenHash: { in: hashes }, expiresAt: { gt: now }, admin: { disabledAt: null } },
      include: { admin: true },
    });
  }

  /** Returns the admin of a session. */
  async findAdmin(id: string, tx: Prisma.TransactionClient) {
    const session = await tx.adminSession.findUnique({
      where: { id },
      select: { admin: { select: { id: true, email: true } } },
    });
    return session?.admin;
  }

  /** @returns whether the session existed */
  async remove(id: string, tx: Prisma.TransactionClient): Promise<boolean> {
    return (await tx.adminSession.deleteMany({ where: { id } })).count > 0;
  }

  async removeExpired(adminId: string, now: Date, tx: Prisma.TransactionClient): Promise<void> {
    await tx.adminSession.deleteMany({ where: { adminId, expiresAt: { lte: now } } });
  }

  /** Removes the admin's sessions and returns their number. */
  async removeAll(adminId: string, tx: Prisma.TransactionClient): Promise<number> {
    return (await tx.adminSession.deleteMany({ where: { adminId } })).count;
  }
}
