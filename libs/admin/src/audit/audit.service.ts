import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { Clock } from '#libs/config/src/clock.js';
import { wideNetwork } from '#libs/http/src/client-address/client-address.js';
import { AuditRepository } from './audit.repository.js';

/**
 * The actor: an admin with a client address, or a named operator on the command line. The actor of a
 * failed sign-in has an address but no id.
 */
export type Actor = { id: string | null; address: string; httpRequestId?: string } | Operator;

export interface Operator {
  operator: string;
  /** Commands run outside of HTTP requests. */
  httpRequestId?: undefined;
}

/** Returns the admin's id, or null for an operator or a failed sign-in. */
export function adminIdOf(actor: Actor): string | null {
  return 'operator' in actor ? null : actor.id;
}

export interface AuditRecord {
  admin: Actor;
  /** "key-request.approve", "admin.sign-in", … */
  action: string;
  /** Type of the changed object; by default the first part of the action. */
  subject?: string;
  subjectId?: string;
  /** The changed fields before and after the action, never secrets. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Records admin actions in the transaction that performs them, so both commit or neither does. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async record(
    tx: Pick<Prisma.TransactionClient, 'auditEntry'>,
    { admin, subject, ...record }: AuditRecord,
  ): Promise<void> {
    const by =
      'operator' in admin
        ? { operator: admin.operator }
        : { adminId: admin.id, address: wideNetwork(admin.address) };
    subject ??= record.action.split('.', 1)[0]!;
    await this.entries.add({ ...record, ...by, subject, at: this.clock.now() }, tx);
  }
}
