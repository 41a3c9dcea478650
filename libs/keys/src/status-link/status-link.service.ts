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

/**
 * Serves the status page that developers reach by the link in the acknowledgement, without signing
 * in.
 */
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
   * Returns the usage of the resulting key over the last 30 days, by day. Returns undefined if
   * there is no key or if it belongs to another address than the link.
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

  /** @throws ApiError `not_found`; `conflict` if the request was already decided or withdrawn */
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
    if (!link) throw new ApiError('not_found', 'No request belongs to this link.');
    return link.request;
  }
}
