import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { KeyState } from '../administration/key.dto.js';
import { shownState } from '../expiry/key-expiry.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';
import type { UsageDto } from '../usage/usage.dto.js';
import { UsageService } from '../usage/usage.service.js';
import { hashLinkToken, LINK_TOKEN_FORM } from './link-minter.js';
import type { KeyRequestProgressDto } from '../review/review.dto.js';

export interface KeyUse {
  keyId: string;
  state: KeyState;
  limitPerHour: number;
  usage: UsageDto;
}

/** Serves the status page that developers reach by an emailed link, without signing in. */
@Injectable()
export class StatusLinkService {
  constructor(
    private readonly requests: KeyRequestsRepository,
    private readonly clock: Clock,
    private readonly usage: UsageService,
  ) {}

  /** @throws ApiError `not_found` */
  async progress(token: string): Promise<KeyRequestProgressDto> {
    const { id, status, reason, createdAt, decidedAt } = await this.find(token);
    return { id, status, reason, createdAt, decidedAt };
  }

  /**
   * Returns the usage of the resulting key over the last 30 days, by day, or undefined if there is no
   * key.
   *
   * @throws ApiError `not_found`
   */
  async use(token: string): Promise<KeyUse | undefined> {
    const { key } = await this.find(token);
    if (!key) return undefined;
    return {
      keyId: key.id,
      state: shownState(key, this.clock.now()),
      limitPerHour: key.limitPerHour,
      usage: await this.usage.of(key.id, { by: 'day' }),
    };
  }

  /** @throws ApiError `not_found`; `conflict` if the request was already decided or withdrawn */
  async withdraw(token: string): Promise<KeyRequestProgressDto> {
    const { id } = await this.progress(token);
    const withdrawal = { status: 'withdrawn' as const, decidedAt: this.clock.now() };
    const wasPending = await this.requests.updateIf('pending', id, withdrawal);
    const progress = await this.progress(token);
    if (!wasPending) throw new ApiError('conflict', `The request was already ${progress.status}.`);
    return progress;
  }

  private async find(token: string) {
    const request = LINK_TOKEN_FORM.test(token)
      ? await this.requests.findByLink(hashLinkToken(token))
      : undefined;
    if (!request) throw new ApiError('not_found', 'No request belongs to this link.');
    return request;
  }
}
