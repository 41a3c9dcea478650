import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { Clock } from '#libs/config/src/clock.js';

/**
 * Who acts, and from which address; null for the operator's command line. Whoever fails to sign in
 * has an address, but no id.
 */
export type Actor = { id: string | null; address: string } | null;

export interface AuditRecord {
  admin: Actor;
  /** "key-request.approve", "admin.sign-in", … */
  action: string;
  /** What it was done to: "key-request", "key", … */
  subject: string;
  subjectId?: string;
  /** The fields that the action changes, as they were and as they are now; never a secret. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Writes down what admins do, in the transaction that does it: neither stands without the other. */
@Injectable()
export class AuditService {
  constructor(private readonly clock: Clock) {}

  async record(
    tx: Pick<Prisma.TransactionClient, 'auditEntry'>,
    { admin, ...record }: AuditRecord,
  ): Promise<void> {
    await tx.auditEntry.create({
      data: { ...record, at: this.clock.now(), adminId: admin?.id, address: admin?.address },
    });
  }
}
