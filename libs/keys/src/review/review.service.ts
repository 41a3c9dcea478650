import { Injectable, Logger } from '@nestjs/common';
import {
  type Actor,
  adminIdOf,
  AuditService,
  httpRequestOf,
} from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { isUniqueViolation } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { warningsBehind } from '../expiry/warning-days.js';
import { APPROVAL } from '../mails/approval.composer.js';
import { REJECTION } from '../mails/rejection.composer.js';
import { expectFuture } from './expect-future.js';
import type {
  ApprovalDto,
  DecisionDto,
  DecisionFailureDto,
  DecisionOutcomeDto,
  HeldKeyDto,
  KeyRequestDto,
  KeyRequestSort,
  ListKeyRequestsQuery,
  RejectionDto,
} from './review.dto.js';

const WITH_DECISION = {
  decidedBy: { select: { email: true } },
  key: { select: { id: true } },
} satisfies Prisma.KeyRequestInclude;

type KeyRequestWithDecision = Prisma.KeyRequestGetPayload<{ include: typeof WITH_DECISION }>;

/** Other facts about the mailbox and network of a request. */
interface Sender {
  id: string;
  earlierRequests: number;
  networkRequests: number;
  heldKeys: HeldKeyDto[];
}

const MOST_HELD_KEYS = 10;

const ORDERS: Record<KeyRequestSort, Prisma.KeyRequestOrderByWithRelationInput[]> = {
  // `pending` is the first value of the status enum in the database.
  queue: [{ status: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
  newest: [{ createdAt: 'desc' }, { id: 'desc' }],
  oldest: [{ createdAt: 'asc' }, { id: 'asc' }],
};

/** Lists key requests for admins and records their decisions. */
@Injectable()
export class ReviewService {
  private readonly logger = new Logger(ReviewService.name);

  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async list({ status, q, sort, page, limit }: ListKeyRequestsQuery) {
    const where = { status, ...(q && { OR: matches(q) }) };
    const [rows, total] = await Promise.all([
      this.database.keyRequest.findMany({
        where,
        include: WITH_DECISION,
        orderBy: ORDERS[sort],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.keyRequest.count({ where }),
    ]);
    return { items: await this.toDtos(this.database, rows), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<KeyRequestDto> {
    return this.toDto(this.database, await this.find(this.database, id));
  }

  /**
   * @throws ApiError `not_found`; `conflict` if the request was already decided; `invalid_body` if
   * the expiry is in the past
   */
  async approve(id: string, approval: ApprovalDto, admin: Actor): Promise<KeyRequestDto> {
    const { limitPerHour = this.environment.DEFAULT_LIMIT_PER_HOUR, expiresAt, note } = approval;
    const now = this.clock.now();
    expectFuture('expiresAt', expiresAt, now);
    return this.mail.inTransaction(httpRequestOf(admin), async (tx) => {
      const request = await this.decide(tx, id, admin, { status: 'approved', note });
      const key = await tx.apiKey.create({
        data: {
          requestId: id,
          label: request.organization ?? request.name,
          ownerName: request.name,
          ownerEmail: request.email,
          limitPerHour,
          expiresAt,
          warnedDays: warningsBehind(expiresAt, now),
          createdAt: now,
        },
      });
      await this.mail.add(tx, {
        kind: APPROVAL,
        recipient: request.email,
        data: { keyId: key.id },
        httpRequestId: httpRequestOf(admin),
      });
      await this.audit.record(tx, {
        admin,
        action: 'key-request.approve',
        subject: 'key-request',
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
      return this.toDto(tx, { ...request, key });
    });
  }

  /** @throws ApiError `not_found`; `conflict` if the request was already decided */
  async reject(id: string, { reason }: RejectionDto, admin: Actor): Promise<KeyRequestDto> {
    return this.mail.inTransaction(httpRequestOf(admin), async (tx) => {
      const request = await this.decide(tx, id, admin, { status: 'rejected', reason });
      await this.mail.add(tx, {
        kind: REJECTION,
        recipient: request.email,
        data: { requestId: id, decidedAt: request.decidedAt!.toISOString() },
        httpRequestId: httpRequestOf(admin),
      });
      await this.audit.record(tx, {
        admin,
        action: 'key-request.reject',
        subject: 'key-request',
        subjectId: id,
        before: { status: 'pending' },
        after: { status: 'rejected', reason },
      });
      return this.toDto(tx, request);
    });
  }

  /**
   * Decides the requests in order. A failed decision is reported in its place and does not stop the
   * others.
   */
  async decideAll(decisions: DecisionDto[], admin: Actor): Promise<DecisionOutcomeDto[]> {
    const outcomes: DecisionOutcomeDto[] = [];
    for (const { id, decision, reason, ...approval } of decisions) {
      try {
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
    try {
      return await this.mail.inTransaction(httpRequestOf(admin), async (tx) => {
        const before = await this.find(tx, id);
        const { count } = await tx.keyRequest.updateMany({
          where: { id, status: 'rejected' },
          data: { status: 'pending', reason: null, decidedById: null, decidedAt: null },
        });
        const request = await this.find(tx, id);
        if (count === 0) throw new ApiError('conflict', whatHappened(request));
        await this.audit.record(tx, {
          admin,
          action: 'key-request.reopen',
          subject: 'key-request',
          subjectId: id,
          before: { status: 'rejected', reason: before.reason },
          after: { status: 'pending', reason: null },
        });
        return this.toDto(tx, request);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ApiError(
        'conflict',
        'The same mailbox has another request that is pending. Decide that one instead.',
      );
    }
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
    const { count } = await tx.keyRequest.updateMany({
      where: { id, status: 'pending' },
      data: { ...decision, decidedById: adminIdOf(admin), decidedAt: this.clock.now() },
    });
    const request = await this.find(tx, id);
    if (count === 0) throw new ApiError('conflict', whatHappened(request));
    return request;
  }

  private async find(
    database: Pick<Database, 'keyRequest'>,
    id: string,
  ): Promise<KeyRequestWithDecision> {
    const request = await database.keyRequest.findUnique({ where: { id }, include: WITH_DECISION });
    if (!request) throw new ApiError('not_found', 'No key request has this id.');
    return request;
  }

  private async toDto(
    database: Pick<Prisma.TransactionClient, '$queryRaw'>,
    request: KeyRequestWithDecision,
  ): Promise<KeyRequestDto> {
    const [dto] = await this.toDtos(database, [request]);
    return dto!;
  }

  private async toDtos(
    database: Pick<Prisma.TransactionClient, '$queryRaw'>,
    requests: KeyRequestWithDecision[],
  ): Promise<KeyRequestDto[]> {
    const ids = requests.map(({ id }) => id);
    const senders = await database.$queryRaw<Sender[]>`
      SELECT r.id,
             (SELECT count(*)::int FROM key_requests e
              WHERE e.mailbox = r.mailbox AND e.created_at < r.created_at) AS "earlierRequests",
             (SELECT count(*)::int FROM key_requests n
              WHERE n.network = r.network AND n.id <> r.id) AS "networkRequests",
             (SELECT coalesce(jsonb_agg(held), '[]')
              FROM (SELECT k.id, k.label, k.limit_per_hour AS "limitPerHour", k.state
                    FROM api_keys k JOIN key_requests o ON o.id = k.request_id
                    WHERE o.mailbox = r.mailbox AND k.state <> 'revoked'
                    ORDER BY k.created_at DESC, k.id DESC LIMIT ${MOST_HELD_KEYS}) held
             ) AS "heldKeys"
      FROM key_requests r WHERE r.id = ANY(${ids}::uuid[])`;
    const byId = new Map(senders.map((sender) => [sender.id, sender]));
    return requests.map((request) => toDto(request, byId.get(request.id)!));
  }
}

function matches(q: string): Prisma.KeyRequestWhereInput[] {
  const contains = q.replace(/[\\%_]/g, '\\$&');
  return (['name', 'email', 'organization', 'website', 'project'] as const).map((field) => ({
    [field]: { contains, mode: 'insensitive' },
  }));
}

function whatHappened({ status, decidedAt, decidedBy, key }: KeyRequestWithDecision): string {
  const by = decidedBy ? ` by ${decidedBy.email}` : '';
  const at = decidedAt ? ` at ${decidedAt.toISOString()}` : '';
  if (status === 'pending') return 'The request is pending.';
  const undo = key ? ` To undo that, revoke the key ${key.id}.` : '';
  return `The request was already ${status}${by}${at}.${undo}`;
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
