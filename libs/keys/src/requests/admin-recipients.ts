import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import type { Prisma } from '#libs/database/src/database.js';

/** Who is told of a new key request: ADMIN_NOTIFY_EMAIL, or else every admin. */
@Injectable()
export class AdminRecipients {
  constructor(private readonly environment: Environment) {}

  async list(tx: Prisma.TransactionClient): Promise<string[]> {
    const { ADMIN_NOTIFY_EMAIL } = this.environment;
    if (ADMIN_NOTIFY_EMAIL) return [ADMIN_NOTIFY_EMAIL];
    const admins = await tx.admin.findMany({ where: { disabledAt: null } });
    return admins.map(({ email }) => email);
  }
}
