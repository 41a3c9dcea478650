import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { TaskQueue } from '#libs/http/src/overload/task-queue.js';
import { budgetOf } from '#libs/http/src/surfaces/surfaces.js';
import { PAGE_LIMIT, PAGE_WINDOW_MS, READ_MS_PER_PAGE } from '../limits.js';
import { minuteBucket } from '../rate-limit-subject.js';
import { FixedWindowStorage } from '../storage/fixed-window.storage.js';
import { SharedTime } from './shared-time.js';

/** Limits of the reads of one client address. */
const LIMITS = {
  running: 2,
  waiting: 30,
  refusal: new ApiError(
    'rate_limited',
    'Too many pages for this address are waiting. Try again in 1 second.',
    { headers: { 'Retry-After': '1' } },
  ),
};

/**
 * Limits reads for pages that no cache has: two of a client address run at once, 30 wait, and their
 * time is charged to the address's budget of pages. Reads for the API pass, since keys have budgets.
 */
@Injectable()
export class VisitorReads {
  private readonly logger = new Logger(VisitorReads.name);
  /** One entry for each client address with a read under way. */
  private readonly queues = new Map<string, TaskQueue>();
  private readonly time = new SharedTime();

  constructor(private readonly storage: FixedWindowStorage) {}

  /**
   * Runs a read for a request, at once if there is room.
   *
   * @throws ApiError `rate_limited` when too many reads of the client address wait
   */
  async run<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    if (budgetOf(request) !== 'page') return read();
    const bucket = minuteBucket('page', clientAddress(request));
    let queue = this.queues.get(bucket);
    if (!queue) this.queues.set(bucket, (queue = new TaskQueue(LIMITS)));
    try {
      return await queue.run(() => this.charge(bucket, read));
    } finally {
      if (queue.isIdle) this.queues.delete(bucket);
    }
  }

  private async charge<T>(bucket: string, read: () => Promise<T>): Promise<T> {
    const end = this.time.begin();
    try {
      return await read();
    } finally {
      const cost = Math.floor(end() / READ_MS_PER_PAGE);
      if (cost > 0) {
        // The next request is counted after this on the same connection, so nothing waits for it.
        this.storage.hit(bucket, PAGE_LIMIT, PAGE_WINDOW_MS, cost).catch((error: unknown) => {
          this.logger.error('The rate limit storage failed.', error);
        });
      }
    }
  }
}
