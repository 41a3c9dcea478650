import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { tryAgainIn } from '#libs/http/src/errors/api-error.js';
import { TaskQueue } from '#libs/http/src/overload/task-queue.js';
import { budgetOf } from '#libs/http/src/surfaces/surfaces.js';
import type { RateLimitSubject } from '#libs/http/src/request-context.js';
import { subjectOfVisitor } from '../rate-limit-subject.js';
import { FixedWindowStorage } from '../storage/fixed-window.storage.js';
import { SharedTime } from './shared-time.js';

/** Milliseconds of reads that count as one more page. */
const MS_PER_PAGE = 20;

/** Limits of one client address's reads. */
const LIMITS = {
  running: 2,
  waiting: 30,
  refusal: tryAgainIn(
    1,
    'rate_limited',
    'Too many page requests from your address are in progress. Try again in 1 second.',
  ),
};

/**
 * Limits uncached reads for pages: per client address, two run at once, 30 wait, and their
 * time is charged to the address's page budget. Reads for the API are exempt, because keys have limits.
 */
@Injectable()
export class VisitorReads {
  private readonly logger = new Logger(VisitorReads.name);
  /** Queue of each client address with a read in progress. */
  private readonly queues = new Map<string, TaskQueue>();
  private readonly time = new SharedTime();

  constructor(private readonly storage: FixedWindowStorage) {}

  /**
   * Runs a read for a request as soon as a slot is free.
   *
   * @throws ApiError `rate_limited` if too many reads of the client address wait
   */
  async run<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    if (budgetOf(request) !== 'page') return read();
    const subject = subjectOfVisitor('page', clientAddress(request));
    const { bucket } = subject;
    let queue = this.queues.get(bucket);
    if (!queue) this.queues.set(bucket, (queue = new TaskQueue(LIMITS)));
    try {
      return await queue.run(() => this.charge(subject, read));
    } finally {
      if (queue.isIdle) this.queues.delete(bucket);
    }
  }

  private async charge<T>(
    { bucket, limit, windowMs }: RateLimitSubject,
    read: () => Promise<T>,
  ): Promise<T> {
    const end = this.time.begin();
    try {
      return await read();
    } finally {
      const cost = Math.floor(end() / MS_PER_PAGE);
      if (cost > 0) {
        // The next request on this connection is counted later, so there is no need to wait.
        this.storage.hit(bucket, limit, windowMs, cost).catch((error: unknown) => {
          this.logger.error('Could not count requests in the rate limit storage.', error);
        });
      }
    }
  }
}
