import { Injectable } from '@nestjs/common';
import { Database, type KeyRequest, Prisma, pageOf } from '#libs/database/src/database.js';
import { likeLiteral } from '#libs/database/src/sql.js';
import type { Settlement } from '#libs/mail/src/deliveries/composers.js';
import type { HeldKeyDto, KeyRequestSort } from '../review/review.dto.js';

const WITH_DECISION = {
  decidedBy: { select: { email: true } },
  key: { select: { id: true } },
} satisfies Prisma.KeyRequestInclude;

export type KeyRequestWithDecision = Prisma.KeyRequestGetPayload<{ include: typeof WITH_DECISION }>;

/** Other facts about the mailbox and network of a request. */
export interface Sender {
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

export interface KeyRequestFilter {
  status?: KeyRequest['status'];
  /** Part of a text that the developer typed. */
  q?: string;
}

/** Stores key requests and their status links. */
@Injectable()
export class KeyRequestsRepository {
  constructor(private readonly database: Database) {}

  list(filter: KeyRequestFilter, sort: KeyRequestSort, skip: number, take: number) {
    const where = whereOf(filter);
    return pageOf(
      this.database.keyRequest.findMany({
        where,
        include: WITH_DECISION,
        orderBy: ORDERS[sort],
        skip,
        take,
      }),
      this.database.keyRequest.count({ where }),
    );
  }

  find(
    id: string,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<KeyRequestWithDecision | null> {
    return tx.keyRequest.findUnique({ where: { id }, include: WITH_DECISION });
  }

  get(id: string, tx: Prisma.TransactionClient = this.database): Promise<KeyRequest> {
    return tx.keyRequest.findUniqueOrThrow({ where: { id } });
  }

  /** Makes other transactions that lock or change the request wait until this one ends. */
  async lock(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.$queryRaw`SELECT FROM key_requests WHERE id = ${id}::uuid FOR UPDATE`;
  }

  /** Returns facts about the senders of requests at the time. */
  sendersOf(
    ids: string[],
    now: Date,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<Sender[]> {
    return tx.$queryRaw<Sender[]>`
      SELECT r.id,
             (SELECT count(*)::int FROM key_requests e
              WHERE e.mailbox = r.mailbox AND e.created_at < r.created_at) AS "earlierRequests",
             (SELECT count(*)::int FROM key_requests n
              WHERE n.network = r.network AND n.id <> r.id) AS "networkRequests",
             (SELECT coalesce(jsonb_agg(held), '[]')
              FROM (SELECT k.id, k.label, k.limit_per_hour AS "limitPerHour",
                           CASE WHEN k.expires_at <= ${now} THEN 'expired' ELSE k.state::text END AS state
                    FROM api_keys k JOIN key_requests o ON o.id = k.request_id
                    WHERE o.mailbox = r.mailbox AND k.state <> 'revoked'
                    ORDER BY k.created_at DESC, k.id DESC LIMIT ${MOST_HELD_KEYS}) held
             ) AS "heldKeys"
      FROM key_requests r WHERE r.id = ANY(${ids}::uuid[])`;
  }

  /** Reports whether the mailbox of the address got an email of this kind after the given time. */
  async gotMail(
    email: string,
    kind: string,
    since: Date,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const found = await tx.$queryRaw<unknown[]>`
      SELECT FROM key_requests r JOIN deliveries d ON d.recipient = r.email
      WHERE r.mailbox = mailbox_of(${email}) AND d.kind = ${kind} AND d.created_at > ${since}
      LIMIT 1`;
    return found.length > 0;
  }

  add(data: Prisma.KeyRequestCreateInput, tx: Prisma.TransactionClient): Promise<KeyRequest> {
    return tx.keyRequest.create({ data });
  }

  /** Changes a request if it has the status. @returns whether it has */
  async updateIf(
    status: KeyRequest['status'],
    id: string,
    data: Prisma.KeyRequestUncheckedUpdateManyInput,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<boolean> {
    return (await tx.keyRequest.updateMany({ where: { id, status }, data })).count > 0;
  }

  /** Corrects the address. The links that were mailed to the previous one end. */
  async setEmail(id: string, email: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.keyRequest.update({ where: { id }, data: { email } });
    await tx.keyRequestLink.deleteMany({ where: { requestId: id } });
  }

  /** Returns the request that a status link belongs to, with its key. */
  async findByLink(hash: Uint8Array<ArrayBuffer>) {
    const link = await this.database.keyRequestLink.findUnique({
      where: { hash },
      include: { request: { include: { key: true } } },
    });
    return link?.request;
  }

  /** Adds a status link that is about to be sent, like `KeysRepository.addSecret`. */
  async addLink(
    data: Prisma.KeyRequestLinkUncheckedCreateInput & { deliveryId: string },
  ): Promise<Settlement> {
    const { id } = await this.database.keyRequestLink.create({ data });
    const { deliveryId } = data;
    return {
      accepted: (tx) => tx.keyRequestLink.deleteMany({ where: { deliveryId, id: { not: id } } }),
      notTaken: (tx) => tx.keyRequestLink.deleteMany({ where: { id } }),
    };
  }
}

function whereOf({ status, q }: KeyRequestFilter): Prisma.KeyRequestWhereInput {
  if (!q) return { status };
  const contains = likeLiteral(q);
  const fields = ['name', 'email', 'organization', 'website', 'project'] as const;
  return { status, OR: fields.map((field) => ({ [field]: { contains, mode: 'insensitive' } })) };
}
