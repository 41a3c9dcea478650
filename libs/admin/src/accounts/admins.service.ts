import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { type Admin, Database, type Prisma } from '#libs/database/src/database.js';
import { ApiError, invalidBody, noRecord } from '#libs/http/src/errors/api-error.js';
import { unlessTaken } from '#libs/http/src/errors/to-api-error.js';
import { type Actor, AuditService } from '../audit/audit.service.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { SignInThrottle } from '../sessions/sign-in-throttle.js';
import type { AdminDto, NewAdminDto } from './admin.dto.js';
import { AdminsRepository } from './admins.repository.js';
import { FirstAdminPasswordService } from './first-admin-password.service.js';
import { problemOfPassword } from './password-policy.js';
import { PasswordsService } from './passwords.service.js';

/** Admin accounts. They are never deleted, because the audit log refers to them. */
@Injectable()
export class AdminsService {
  constructor(
    private readonly database: Database,
    private readonly admins: AdminsRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: PasswordsService,
    private readonly throttle: SignInThrottle,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly firstPassword: FirstAdminPasswordService,
  ) {}

  list(): Promise<AdminDto[]> {
    return this.admins.list();
  }

  /** @throws ApiError `not_found` */
  async findByEmail(email: string): Promise<Admin> {
    const admin = await this.admins.findByEmail(email);
    if (!admin) throw new ApiError('not_found', `No admin has the email address ${email}.`);
    return admin;
  }

  /** @throws ApiError `invalid_body` for a weak password; `conflict` if the address has an account */
  async add({ email, name, password }: NewAdminDto, actor: Actor): Promise<Admin> {
    await expectGoodPassword(password, { email, name });
    const passwordHash = await this.passwords.hash(password);
    const adding = this.database.transactionFor(actor.httpRequestId, async (tx) => {
      const account = { email, name, passwordHash, createdAt: this.clock.now() };
      const admin = await this.admins.add(account, tx);
      const record = { subjectId: admin.id, after: { email, name } };
      await this.audit.record(tx, { admin: actor, action: 'admin.add', ...record });
      return admin;
    });
    return unlessTaken(adding, `${email} already has an account.`);
  }

  /**
   * Ends all sessions of an admin and refuses new ones until the account is enabled.
   *
   * @throws ApiError `not_found`; `conflict` for the last enabled admin
   */
  async disable(id: string, actor: Actor): Promise<Admin> {
    return this.database.transactionFor(actor.httpRequestId, async (tx) => {
      const enabled = await this.admins.lockEnabled(tx);
      const admin = await this.find(id, tx);
      if (admin.disabledAt) return admin;
      if (enabled === 1) {
        throw new ApiError(
          'conflict',
          'This is the last admin who can sign in. Add another admin first.',
        );
      }
      const disabled = await this.admins.update(id, { disabledAt: this.clock.now() }, tx);
      await this.sessions.removeAll(id, tx);
      await this.audit.record(tx, { admin: actor, action: 'admin.disable', subjectId: id });
      return disabled;
    });
  }

  /** @throws ApiError `not_found` */
  async enable(id: string, actor: Actor): Promise<Admin> {
    return this.database.transactionFor(actor.httpRequestId, async (tx) => {
      const admin = await this.find(id, tx);
      if (!admin.disabledAt) return admin;
      await this.audit.record(tx, { admin: actor, action: 'admin.enable', subjectId: id });
      return this.admins.update(id, { disabledAt: null }, tx);
    });
  }

  /**
   * Sets a password, signs the admin out everywhere and resets the count of failed sign-ins.
   *
   * @throws ApiError `not_found`; `invalid_body` for a weak password
   */
  async resetPassword(id: string, password: string, actor: Actor): Promise<void> {
    const { email, name } = await this.find(id);
    await expectGoodPassword(password, { email, name });
    const passwordHash = await this.passwords.hash(password);
    await this.database.transactionFor(actor.httpRequestId, async (tx) => {
      // Updates the hash first, which takes the lock that `SessionsService.open` needs.
      await this.admins.update(id, { passwordHash }, tx);
      await this.sessions.removeAll(id, tx);
      await this.audit.record(tx, { admin: actor, action: 'admin.reset-password', subjectId: id });
    });
    await this.throttle.forgive(email);
    await this.firstPassword.removeFor(email);
  }

  /** @throws ApiError `not_found` */
  async signOutEverywhere(id: string, actor: Actor): Promise<void> {
    await this.database.transactionFor(actor.httpRequestId, async (tx) => {
      await this.find(id, tx);
      const sessions = await this.sessions.removeAll(id, tx);
      const record = { subjectId: id, before: { sessions } };
      await this.audit.record(tx, { admin: actor, action: 'admin.sign-out-everywhere', ...record });
    });
  }

  private async find(id: string, tx?: Prisma.TransactionClient): Promise<Admin> {
    const admin = await this.admins.findById(id, tx);
    if (!admin) throw noRecord('admin', id);
    return admin;
  }
}

async function expectGoodPassword(
  password: string,
  account: { email: string; name: string },
): Promise<void> {
  const problem = await problemOfPassword(password, account);
  if (problem) throw invalidBody('password', `password ${problem}`);
}
