import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import type { ApiKey, ApiKeyState, Prisma } from '#libs/database/src/database.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { expectFuture, shownState, warningsBehind } from '../expiry/key-expiry.js';
import {
  KEY_CHANGED,
  KEY_RESUMED,
  KEY_REVOKED,
  KEY_SUSPENDED,
  ROTATION,
} from '../mails/key-mails.composer.js';
import { SecretCache } from '../verification/secret-cache.js';
import type { KeyChangeDto } from './key-changes.dto.js';
import type { KeyState } from './key.dto.js';
import { KeysRepository } from './keys.repository.js';

const HOUR_MS = 3_600_000;

interface Transition {
  action: string;
  from: KeyState[];
  to: ApiKeyState;
  reason: string | null;
  mail: string;
}

/**
 * Changes, rotates, suspends, resumes and revokes keys. Audits every change and notifies the owner
 * by email.
 */
@Injectable()
export class KeyLifecycleService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(SecretCache) private readonly cache: Pick<SecretCache, 'clear'>,
  ) {}

  /**
   * @throws ApiError `not_found`; `conflict` if the key is revoked; `invalid_body` if the expiry is
   * in the past
   */
  async change(id: string, change: KeyChangeDto, admin: Actor): Promise<void> {
    const now = this.clock.now();
    expectFuture(change.expiresAt, now);
    await this.transaction(admin, async (tx) => {
      const before = await this.lock(tx, id);
      expectNotRevoked(before);
      const after = await this.keys.update(
        id,
        {
          ...change,
          ...(change.expiresAt !== undefined && {
            warnedDays: warningsBehind(change.expiresAt, now),
          }),
        },
        tx,
      );
      if (isDeepStrictEqual(changeable(before), changeable(after))) return;
      await this.audit.record(tx, {
        admin,
        action: 'key.change',
        subjectId: id,
        before: changeable(before),
        after: changeable(after),
      });
      const concernsOwner =
        before.limitPerHour !== after.limitPerHour ||
        before.expiresAt?.getTime() !== after.expiresAt?.getTime();
      if (concernsOwner) await this.notifyOwner(tx, after, admin, KEY_CHANGED, {});
    });
  }

  /**
   * Sends the owner a new secret. Older secrets keep working for the overlap, which starts when the
   * mail server accepts the mail, so an outage of the mail server locks no one out. With no
   * overlap, for example after a leak, they stop working at once.
   *
   * @throws ApiError `not_found`; `conflict` if the key is revoked or has expired
   */
  async rotate(id: string, overlapHours: number, admin: Actor): Promise<void> {
    const now = this.clock.now();
    await this.transaction(admin, async (tx) => {
      const key = await this.lock(tx, id);
      expectNotRevoked(key);
      if (shownState(key, now) === 'expired') throw expired();
      if (overlapHours === 0) await this.keys.expireSecrets(id, now, tx);
      await this.notifyOwner(tx, key, admin, ROTATION, { overlapMs: overlapHours * HOUR_MS });
      await this.audit.record(tx, {
        admin,
        action: 'key.rotate',
        subjectId: id,
        after: { overlapHours },
      });
    });
  }

  /** @throws ApiError `not_found`; `conflict` if the key is not active, or has expired */
  suspend(id: string, reason: string | null, admin: Actor): Promise<void> {
    return this.transition(id, admin, {
      action: 'key.suspend',
      from: ['active'],
      to: 'suspended',
      reason,
      mail: KEY_SUSPENDED,
    });
  }

  /** @throws ApiError `not_found`; `conflict` if the key is not suspended, or has expired */
  resume(id: string, admin: Actor): Promise<void> {
    return this.transition(id, admin, {
      action: 'key.resume',
      from: ['suspended'],
      to: 'active',
      reason: null,
      mail: KEY_RESUMED,
    });
  }

  /**
   * Revokes a key permanently.
   *
   * @throws ApiError `not_found`; `conflict` if the key is already revoked
   */
  revoke(id: string, reason: string, admin: Actor): Promise<void> {
    return this.transition(id, admin, {
      action: 'key.revoke',
      from: ['active', 'suspended', 'expired'],
      to: 'revoked',
      reason,
      mail: KEY_REVOKED,
    });
  }

  private async transition(
    id: string,
    admin: Actor,
    { action, from, to, reason, mail }: Transition,
  ): Promise<void> {
    await this.transaction(admin, async (tx) => {
      const key = await this.lock(tx, id);
      const state = shownState(key, this.clock.now());
      if (!from.includes(state)) {
        if (state === 'expired') throw expired();
        throw new ApiError('conflict', `The key is ${state}${because(key.stateReason)}.`);
      }
      await this.keys.update(id, { state: to, stateReason: reason }, tx);
      await this.notifyOwner(tx, key, admin, mail, { reason });
      await this.audit.record(tx, {
        admin,
        action,
        subjectId: id,
        before: { state: key.state, reason: key.stateReason },
        after: { state: to, reason },
      });
    });
  }

  /** Runs a transaction, and clears the cache so that the next request here sees the change. */
  private async transaction(
    admin: Actor,
    work: (tx: Prisma.TransactionClient) => Promise<void>,
  ): Promise<void> {
    await this.mail.inTransaction(admin.httpRequestId, work);
    this.cache.clear();
  }

  /**
   * Locks the key row until the transaction ends, so that changes by two admins run one after the
   * other.
   */
  private async lock(tx: Prisma.TransactionClient, id: string): Promise<ApiKey> {
    const key = await this.keys.lock(id, tx);
    if (!key) throw noRecord('key', id);
    return key;
  }

  private async notifyOwner(
    tx: Prisma.TransactionClient,
    key: ApiKey,
    admin: Actor,
    kind: string,
    data: Prisma.InputJsonObject,
  ): Promise<void> {
    await this.mail.add(tx, {
      kind,
      recipient: key.ownerEmail,
      data: { keyId: key.id, ...data },
      httpRequestId: admin.httpRequestId,
    });
  }
}

function expectNotRevoked({ state, stateReason }: ApiKey): void {
  if (state === 'revoked') {
    throw new ApiError('conflict', `The key was permanently revoked${because(stateReason)}.`);
  }
}

function expired(): ApiError {
  return new ApiError('conflict', 'The key has expired. Give it a later expiry first.');
}

function because(reason: string | null): string {
  return reason ? ` (${reason})` : '';
}

function changeable({ label, limitPerHour, expiresAt }: ApiKey) {
  return { label, limitPerHour, expiresAt: expiresAt?.toISOString() ?? null };
}
