import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { Clock } from '#libs/config/src/clock.js';
import { wideNetwork } from '#libs/http/src/client-address/client-address.js';

/**
 * Who acts: an admin, from which address; or somebody on the command line, by name. Whoever fails to
 * sign in has an address, but no id.
 */
export type Actor = { id: string | null; address: string; httpRequestId?: string } | Operator;

export interface Operator {
  operator: string;
}

/** The admin's id, where it is an admin. */
export function adminIdOf(actor: Actor): string | null {
  return 'operator' in actor ? null : actor.id;
}

/** What the request is called by which an admin acts. */
export function httpRequestOf(actor: Actor): string | undefined {
  return 'operator' in actor ? undefined : actor.httpRequestId;
}

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
    const by =
      'operator' in admin
        ? { operator: admin.operator }
        : { adminId: admin.id, address: wideNetwork(admin.address) };
    await tx.auditEntry.create({ data: { ...record, ...by, at: this.clock.now() } });
  }
}
