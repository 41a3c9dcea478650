import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { hashLinkToken, LINK_TOKEN_FORM } from './link-minter.js';
import type { KeyRequestProgressDto } from './status-link.dto.js';

/** What a developer sees and may do by the link in the acknowledgement, without signing in. */
@Injectable()
export class StatusLinkService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError `not_found` */
  async progress(token: string): Promise<KeyRequestProgressDto> {
    const link = LINK_TOKEN_FORM.test(token)
      ? await this.database.keyRequestLink.findUnique({
          where: { hash: hashLinkToken(token) },
          include: { request: true },
        })
      : null;
    if (!link) throw new ApiError('not_found', 'This link leads to no request.');
    const { id, status, reason, createdAt, decidedAt } = link.request;
    return { id, status, reason, createdAt, decidedAt };
  }

  /** @throws ApiError `not_found`, or `conflict` when it was decided or withdrawn before */
  async withdraw(token: string): Promise<KeyRequestProgressDto> {
    const { id } = await this.progress(token);
    const { count } = await this.database.keyRequest.updateMany({
      where: { id, status: 'pending' },
      data: { status: 'withdrawn', decidedAt: this.clock.now() },
    });
    const progress = await this.progress(token);
    if (count === 0) throw new ApiError('conflict', `The request was already ${progress.status}.`);
    return progress;
  }
}
