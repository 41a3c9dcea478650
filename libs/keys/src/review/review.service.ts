import { Injectable } from '@nestjs/common';
import { type Actor, adminIdOf, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { warningsBehind } from '../expiry/warning-days.js';
import { APPROVAL } from '../mails/approval.composer.js';
import { REJECTION } from '../mails/rejection.composer.js';
import { expectFuture } from './expect-future.js';
import type {
  ApprovalDto,
  KeyRequestDto,
  ListKeyRequestsQuery,
  RejectionDto,
} from './review.dto.js';

const WITH_DECISION = {
  decidedBy: { select: { email: true } },
  key: { select: { id: true } },
} satisfies Prisma.KeyRequestInclude;

type KeyRequestWithDecision = Prisma.KeyRequestGetPayload<{ include: typeof WITH_DECISION }>;

/** Admins' reading of key requests, and their decisions. */
@Injectable()
export class ReviewService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async list({ status, page, limit }: ListKeyRequestsQuery) {
    const [rows, total] = await Promise.all([
      this.database.keyRequest.findMany({
        where: { status },
        include: WITH_DECISION,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.keyRequest.count({ where: { status } }),
    ]);
    return { items: rows.map(toDto), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<KeyRequestDto> {
    return toDto(await this.find(this.database, id));
  }

  /** @throws ApiError `not_found`, or `conflict` when it was decided before */
  async approve(id: string, approval: ApprovalDto, admin: Actor): Promise<KeyRequestDto> {
    const { limitPerHour = this.environment.DEFAULT_LIMIT_PER_HOUR, expiresAt, note } = approval;
    const now = this.clock.now();
    expectFuture('expiresAt', expiresAt, now);
    return this.mail.inTransaction(async (tx) => {
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
      return toDto({ ...request, key });
    });
  }

  /** @throws ApiError `not_found`, or `conflict` when it was decided before */
  async reject(id: string, { reason }: RejectionDto, admin: Actor): Promise<KeyRequestDto> {
    return this.mail.inTransaction(async (tx) => {
      const request = await this.decide(tx, id, admin, { status: 'rejected', reason });
      await this.mail.add(tx, {
        kind: REJECTION,
        recipient: request.email,
        data: { requestId: id },
      });
      await this.audit.record(tx, {
        admin,
        action: 'key-request.reject',
        subject: 'key-request',
        subjectId: id,
        before: { status: 'pending' },
        after: { status: 'rejected', reason },
      });
      return toDto(request);
    });
  }

  /** Of several admins who decide at once, the row's lock lets one find it pending. */
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
    if (!request) throw new ApiError('not_found', 'There is no key request with this id.');
    return request;
  }
}

function whatHappened({ status, decidedAt, decidedBy }: KeyRequestWithDecision): string {
  const by = decidedBy ? ` by ${decidedBy.email}` : '';
  const at = decidedAt ? ` at ${decidedAt.toISOString()}` : '';
  return `The request was already ${status}${by}${at}.`;
}

function toDto({ decidedBy, key, ...request }: KeyRequestWithDecision): KeyRequestDto {
  const { id, status, name, email, organization, website, project } = request;
  const { expectedRequestsPerHour, reason, note, createdAt, decidedAt } = request;
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
  };
}
