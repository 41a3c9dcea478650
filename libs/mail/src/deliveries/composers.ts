import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import type { Message } from '../message/message.js';

/** A delivery at the moment when it is about to be sent. */
export interface DueDelivery<Data = unknown> {
  id: string;
  recipient: string;
  /** What was given when it was recorded. */
  data: Data;
  /** 1 for the first attempt. */
  attempt: number;
}

/** A message, and what to write down in the transaction that notes its fate. */
export interface ComposedMessage extends Message {
  accepted?(tx: Prisma.TransactionClient): Promise<unknown>;
  /** The mail server certainly did not take it. */
  notTaken?(tx: Prisma.TransactionClient): Promise<unknown>;
}

/** The reason why a message no longer holds. The delivery becomes `superseded` and is not sent. */
export class NoLongerDue extends Error {}

/**
 * Composes one kind of message, each attempt anew.
 *
 * @throws NoLongerDue
 */
export type Composer<Data = unknown> = (delivery: DueDelivery<Data>) => Promise<ComposedMessage>;

/** Who composes which kind of message: the libraries that cause them register here. */
@Injectable()
export class Composers {
  /** One for each kind of message, all registered at the start. */
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
