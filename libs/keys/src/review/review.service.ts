import { Injectable, Logger } from '@nestjs/common';
import { type Actor, adminIdOf, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import type { Prisma } from '#libs/database/src/database.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import { unlessTaken } from '#libs/http/src/errors/to-api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { warningsBehind, expectFuture } from '../expiry/key-expiry.js';
import { APPROVAL } from '../mails/key-mails.composer.js';
import { REJECTION } from '../mails/request-mails.composer.js';
import {
  KeyRequestsRepository,
  type KeyRequestWithDecision,
  type Sender,
} from '../requests/key-requests.repository.js';
import type {
  ApprovalDto,
  DecisionDto,
  DecisionFailureDto,
  DecisionOutcomeDto,
  KeyRequestDto,
  ListKeyRequestsQuery,
  RejectionDto,
} from './review.dto.js';

/** Lists key requests for admins and records their decisions. */
@Injectable()
export class ReviewService {
  private readonly logger = new Logger(ReviewService.name);

  constructor(
    private readonly requests: KeyRequestsRepository,
    private readonly keys: KeysRepository,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async list({ status, q, sort, page, limit }: ListKeyRequestsQuery) {
    const skip = (page - 1) * limit;
    const { items, total } = await this.requests.list({ status, q }, sort, skip, limit);
    return { items: await this.toDtos(items), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<KeyRequestDto> {
    return this.toDto(await this.find(id));
  }

  /**
   * @throws ApiError `not_found`; `conflict` if the request was already decided; `invalid_body` if
   * the expiry is in the past
   */
  async approve(id: string, approval: ApprovalDto, admin: Actor): Promise<KeyRequestDto> {
    const { limitPerHour = this.environment.DEFAULT_LIMIT_PER_HOUR, expiresAt, note } = approval;
    const now = this.clock.now();
    expectFuture(expiresAt, now);
    return this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      const request = await this.decide(tx, id, admin, { status: 'approved', note });
      const key = await this.keys.add(
        {
          requestId: id,
          label: request.organization ?? request.name,
          ownerName: request.name,
          ownerEmail: request.email,
          limitPerHour,
          expiresAt,
          warnedDays: warningsBehind(expiresAt, now),
          createdAt: now,
        },
        tx,
      );
      await this.mail.add(tx, {
        kind: APPROVAL,
        recipient: request.email,
        data: { keyId: key.id },
        httpRequestId: admin.httpRequestId,
      });
      await this.audit.record(tx, {
        admin,
        action: 'key-request.approve',
        subjectId: id,
        before: { status: 'pending' },
        after: {
          status: 'approved',
          note: note ?? null,
          keyId: key.id,
          limitPerHour,
          expiresAt: expiresAt?.toISOString() ?? null,
        },
      });
      return this.toDto({ ...request, key }, tx);
    });
  }

  /** @throws ApiError `not_found`; `conflict` if the request was already decided */
  async reject(id: string, { reason }: RejectionDto, admin: Actor): Promise<KeyRequestDto> {
    return this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      const request = await this.decide(tx, id, admin, { status: 'rejected', reason });
      await this.mail.add(tx, {
        kind: REJECTION,
        recipient: request.email,
        data: { requestId: id, decidedAt: request.decidedAt!.toISOString() },
        httpRequestId: admin.httpRequestId,
      });
      await this.audit.record(tx, {
        admin,
        action: 'key-request.reject',
        subjectId: id,
        before: { status: 'pending' },
        after: { status: 'rejected', reason },
      });
      return this.toDto(request, tx);
    });
  }

  /**
   * Decides the requests in order. A failed decision is reported in its place and does not stop the
   * others.
   */
  async decideAll(decisions: DecisionDto[], admin: Actor): Promise<DecisionOutcomeDto[]> {
    const outcomes: DecisionOutcomeDto[] = [];
    for (const each of decisions) {
      const { id, decision, reason, ...approval } = each;
      try {
        expectFit(each);
        if (decision === 'approve') await this.approve(id, approval, admin);
        else await this.reject(id, { reason: reason! }, admin);
        outcomes.push({
          id,
          status: decision === 'approve' ? 'approved' : 'rejected',
          error: null,
        });
      } catch (error) {
        outcomes.push({ id, status: null, error: this.failureOf(error) });
      }
    }
    return outcomes;
  }

  private failureOf(error: unknown): DecisionFailureDto {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    if (isDatabaseUnavailable(error)) {
      return {
        code: 'unavailable',
        message: 'The database is unavailable. Try the request again.',
      };
    }
    this.logger.error('Could not decide one of several key requests.', error);
    return {
      code: 'internal_error',
      message: 'The request could not be decided. Try it again on its own.',
    };
  }

  /**
   * @throws ApiError `not_found`; `conflict` if the request is not rejected or its mailbox has
   * another pending request
   */
  async reopen(id: string, admin: Actor): Promise<KeyRequestDto> {
    const reopening = this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      await this.requests.lock(id, tx);
      const before = await this.find(id, tx);
      const undone = {
        status: 'pending' as const,
        reason: null,
        decidedById: null,
        decidedAt: null,
      };
      const wasRejected = await this.requests.updateIf('rejected', id, undone, tx);
      const request = await this.find(id, tx);
      if (!wasRejected) throw new ApiError('conflict', whatHappened(request));
      await this.audit.record(tx, {
        admin,
        action: 'key-request.reopen',
        subjectId: id,
        before: { status: 'rejected', reason: before.reason },
        after: { status: 'pending', reason: null },
      });
      return this.toDto(request, tx);
    });
    return unlessTaken(
      reopening,
      'The same mailbox has another request that is pending. Decide that one instead.',
    );
  }

  /**
   * Decides a pending request. If several admins decide at once, the row lock lets only one find it
   * pending.
   */
  private async decide(
    tx: Prisma.TransactionClient,
    id: string,
    admin: Actor,
    decision: Prisma.KeyRequestUncheckedUpdateManyInput,
  ): Promise<KeyRequestWithDecision> {
    const decided = { ...decision, decidedById: adminIdOf(admin), decidedAt: this.clock.now() };
    const wasPending = await this.requests.updateIf('pending', id, decided, tx);
    const request = await this.find(id, tx);
    if (!wasPending) throw new ApiError('conflict', whatHappened(request));
    return request;
  }

  private async find(id: string, tx?: Prisma.TransactionClient): Promise<KeyRequestWithDecision> {
    const request = await this.requests.find(id, tx);
    if (!request) throw noRecord('key request', id);
    return request;
  }

  private async toDto(
    request: KeyRequestWithDecision,
    tx?: Prisma.TransactionClient,
  ): Promise<KeyRequestDto> {
    const [dto] = await this.toDtos([request], tx);
    return dto!;
  }

  private async toDtos(
    requests: KeyRequestWithDecision[],
    tx?: Prisma.TransactionClient,
  ): Promise<KeyRequestDto[]> {
    const senders = await this.requests.sendersOf(
      requests.map(({ id }) => id),
      this.clock.now(),
      tx,
    );
    const byId = new Map(senders.map((sender) => [sender.id, sender]));
    return requests.map((request) => toDto(request, byId.get(request.id)!));
  }
}

/** @throws ApiError `invalid_body` if a field belongs to the other decision */
function expectFit({ decision, reason, limitPerHour, expiresAt, note }: DecisionDto): void {
  const foreign = decision === 'approve' ? { reason } : { limitPerHour, expiresAt, note };
  const [field] = Object.entries(foreign).find(([, value]) => value) ?? [];
  if (field) {
    throw new ApiError(
      'invalid_body',
      `The decision "${decision}" has no ${field}. Omit it, or choose the other decision.`,
    );
  }
}

function whatHappened({ status, decidedAt, decidedBy, key }: KeyRequestWithDecision): string {
  const by = decidedBy ? ` by ${decidedBy.email}` : '';
  const at = decidedAt ? ` at ${decidedAt.toISOString()}` : '';
  if (status === 'pending') return 'The request is pending.';
  const undo = key ? `revoke the key ${key.id}` : 'reopen the request';
  const hint = status === 'withdrawn' ? '' : ` To undo that, ${undo}.`;
  return `The request was already ${status}${by}${at}.${hint}`;
}

function toDto(
  { decidedBy, key, ...request }: KeyRequestWithDecision,
  { earlierRequests, networkRequests, heldKeys }: Sender,
): KeyRequestDto {
  const { id, status, name, email, organization, website, project } = request;
  const { expectedRequestsPerHour, reason, note, createdAt, decidedAt, network } = request;
  return {
    id,
    status,
    name,
    email,
    organization,
    website,
    project,
    expectedRequestsPerHour,
    reason,
    note,
    createdAt,
    decidedAt,
    decidedBy: decidedBy?.email ?? null,
    keyId: key?.id ?? null,
    earlierRequests,
    network,
    networkRequests,
    heldKeys,
  };
}
