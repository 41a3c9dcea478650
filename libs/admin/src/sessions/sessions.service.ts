import { Injectable } from '@nestjs/common';
import { hash, randomBytes } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { type Admin, Database } from '#libs/database/src/database.js';
import { clientNetwork, wideNetwork } from '#libs/http/src/client-address/client-address.js';
import { noRecord } from '#libs/http/src/errors/api-error.js';
import { CredentialLookups } from '#libs/rate-limit/src/lookups/credential-lookups.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminsRepository } from '../accounts/admins.repository.js';
import { type Actor, AuditService } from '../audit/audit.service.js';
import { SessionsRepository } from './sessions.repository.js';

export const SESSION_SECONDS = 8 * 3600;

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;

type OpenSession = Omit<SignedInAdmin, 'address'>;

/** Opaque bearer tokens of admins. The database stores only their SHA-256 hashes. */
@Injectable()
export class SessionsService {
  private readonly lookups: CredentialLookups<OpenSession>;

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsRepository,
    private readonly admins: AdminsRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {
    this.lookups = new CredentialLookups((hashes) => this.findAll(hashes), clock);
  }

  /**
   * Opens a session for an account whose password was verified.
   *
   * The account's row stays locked until the session is committed. Resetting the password and disabling
   * the account take the same lock before they end all sessions, so no concurrent session survives.
   *
   * @returns the session's token; undefined if the password has changed since it was verified, or the
   * account is disabled
   */
  async open(
    account: Pick<Admin, 'id' | 'passwordHash'>,
    address: string,
  ): Promise<string | undefined> {
    const adminId = account.id;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
    return this.database.$transaction(async (tx) => {
      if (!(await this.admins.lockUnchanged(account, tx))) return undefined;
      await this.sessions.removeExpired(adminId, createdAt, tx);
      await this.sessions.add(
        {
          adminId,
          tokenHash: hash('sha256', token, 'buffer'),
          address: wideNetwork(address) ?? 'unknown',
          createdAt,
          expiresAt,
        },
        tx,
      );
      await this.audit.record(tx, {
        admin: { id: adminId, address },
        action: 'admin.sign-in',
        subjectId: adminId,
      });
      return token;
    });
  }

  /** Returns the admin with this token, or undefined if the token is invalid or expired. */
  async find(token: string, address: string): Promise<SignedInAdmin | undefined> {
    if (!TOKEN_FORM.test(token)) return undefined;
    const session = await this.lookups.find(hash('sha256', token), clientNetwork(address));
    return session && { ...session, address };
  }

  /** Returns the unexpired sessions of one or all admins, newest first. */
  list(adminId?: string) {
    return this.sessions.list(this.clock.now(), adminId);
  }

  /**
   * Ends a session of any admin.
   *
   * @returns the session's admin
   * @throws ApiError `not_found`
   */
  async end(id: string, actor: Actor): Promise<{ email: string }> {
    return this.database.transactionFor(actor.httpRequestId, async (tx) => {
      const admin = await this.sessions.findAdmin(id, tx);
      if (!(await this.sessions.remove(id, tx)) || !admin) {
        throw noRecord('session', id);
      }
      await this.audit.record(tx, {
        admin: actor,
        action: 'admin.end-session',
        subjectId: admin.id,
        before: { session: id },
      });
      return admin;
    });
  }

  async close(admin: SignedInAdmin): Promise<void> {
    await this.database.transactionFor(admin.httpRequestId, async (tx) => {
      await this.sessions.remove(admin.sessionId, tx);
      await this.audit.record(tx, {
        admin,
        action: 'admin.sign-out',
        subjectId: admin.id,
      });
    });
  }

  private async findAll(hashes: readonly string[]): Promise<Map<string, OpenSession>> {
    const bytes = hashes.map((each) => Buffer.from(each, 'hex'));
    const sessions = await this.sessions.findByHashes(bytes, this.clock.now());
    return new Map(
      sessions.map(({ id: sessionId, tokenHash, admin: { id, email, name } }) => [
        Buffer.from(tokenHash).toString('hex'),
        { id, email, name, sessionId },
      ]),
    );
  }
}
