import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import type { Message } from '../message/message.js';

/** A delivery that is about to be sent. */
export interface DueDelivery<Data = unknown> {
  id: string;
  recipient: string;
  /** Data given when the delivery was recorded. */
  data: Data;
}

/** Changes to make in the transaction that records the outcome of a message. */
export interface Settlement {
  accepted(tx: Prisma.TransactionClient): Promise<unknown>;
  /** Called if the mail server certainly did not accept the message. */
  notTaken(tx: Prisma.TransactionClient): Promise<unknown>;
}

export interface ComposedMessage extends Message, Partial<Settlement> {
  /** Marks an email that needs no attention if the mail server rejects it. */
  isCourtesy?: boolean;
}

/** The reason a message no longer applies. The delivery becomes `superseded` and is not sent. */
export class NoLongerDue extends Error {}

/**
 * Composes one kind of message, again for each attempt.
 *
 * @throws NoLongerDue
 */
export type Composer<Data = unknown> = (delivery: DueDelivery<Data>) => Promise<ComposedMessage>;

/** Registry of composers by kind of message. The libraries that send mail register theirs. */
@Injectable()
export class Composers {
  /** Holds one composer per kind, all registered at startup. */
  private readonly byKind = new Map<string, Composer>();

  register<Data>(kind: string, composer: Composer<Data>): void {
    if (this.byKind.has(kind)) throw new Error(`Two composers for "${kind}".`);
    this.byKind.set(kind, composer as Composer);
  }

  find(kind: string): Composer {
    const composer = this.byKind.get(kind);
    if (!composer) throw new Error(`No composer for "${kind}".`);
    return composer;
  }
}
