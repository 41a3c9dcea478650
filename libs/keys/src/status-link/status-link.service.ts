import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { UsageDto } from '../usage/usage.dto.js';
import { UsageService } from '../usage/usage.service.js';
import { hashLinkToken, LINK_TOKEN_FORM } from './link-minter.js';
import type { KeyRequestProgressDto } from './status-link.dto.js';

export interface KeyUse {
  limitPerHour: number;
  usage: UsageDto;
}

/** What a developer sees and may do by the link in the acknowledgement, without signing in. */
@Injectable()
export class StatusLinkService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly usage: UsageService,
  ) {}

  /** @throws ApiError `not_found` */
  async progress(token: string): Promise<KeyRequestProgressDto> {
    const { id, status, reason, createdAt, decidedAt } = await this.find(token);
    return { id, status, reason, createdAt, decidedAt };
  }

  /**
   * What the key that came of the request was used for in the last 30 days, by day; undefined where
   * there is none, or where it has gone to another address than the link.
   *
   * @throws ApiError `not_found`
   */
  async use(token: string): Promise<KeyUse | undefined> {
    const { email, key } = await this.find(token);
    if (!key || key.ownerEmail !== email) return undefined;
    return {
      limitPerHour: key.limitPerHour,
      usage: await this.usage.of(key.id, { by: 'day' }),
    };
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

  private async find(token: string) {
    const link = LINK_TOKEN_FORM.test(token)
      ? await this.database.keyRequestLink.findUnique({
          where: { hash: hashLinkToken(token) },
          include: { request: { include: { key: true } } },
        })
      : null;
    if (!link) throw new ApiError('not_found', 'This link leads to no request.');
    return link.request;
  }
}
