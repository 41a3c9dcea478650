import { Injectable } from '@nestjs/common';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database } from '#libs/database/src/database.js';
import { canonicalAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import {
  ADDRESS_LIMIT,
  MINUTE_LIMITS,
  type MinuteBudget,
  PAGE_WINDOW_MS,
  WINDOW_MS,
} from '#libs/rate-limit/src/limits.js';
import { addressBucket, keyBucket, minuteBucket } from '#libs/rate-limit/src/rate-limit-subject.js';
import { RateLimitWindows } from '#libs/rate-limit/src/storage/rate-limit-windows.js';
import { KeysRepository } from '../administration/keys.repository.js';
import type { LimitWindowDto } from './limits.dto.js';

interface Budget extends Pick<LimitWindowDto, 'budget' | 'of' | 'limit'> {
  bucket: string;
  windowMs: number;
}

/** Reads and resets the rate-limit windows of keys and addresses. */
@Injectable()
export class LimitsService {
  constructor(
    private readonly windows: RateLimitWindows,
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws ApiError `not_found` */
  async ofKey(id: string): Promise<LimitWindowDto[]> {
    return this.read(await this.budgetsOfKey(id));
  }

  /** @throws ApiError `not_found` if the text is not an IP address */
  async ofAddress(text: string): Promise<LimitWindowDto[]> {
    return this.read(budgetsOfAddress(text));
  }

  /**
   * @returns the windows before the reset
   * @throws ApiError `not_found`; `unavailable` if the store is unreachable
   */
  async clearKey(id: string, admin: Actor): Promise<LimitWindowDto[]> {
    return this.clear(await this.budgetsOfKey(id), { subject: 'key', subjectId: id }, admin);
  }

  /**
   * @returns the windows before the reset
   * @throws ApiError `not_found` if the text is not an IP address; `unavailable` if the store is
   * unreachable
   */
  async clearAddress(text: string, admin: Actor): Promise<LimitWindowDto[]> {
    const budgets = budgetsOfAddress(text);
    return this.clear(budgets, { subject: 'address', subjectId: budgets[0]!.of }, admin);
  }

  /**
   * Clears the windows before auditing, because no transaction spans both. A repeated reset is
   * harmless.
   */
  private async clear(
    budgets: Budget[],
    subject: { subject: string; subjectId: string },
    admin: Actor,
  ): Promise<LimitWindowDto[]> {
    const before = await this.read(budgets);
    await this.windows.clear(budgets.map(({ bucket }) => bucket));
    const used = Object.fromEntries(before.map(({ budget, used }) => [budget, used]));
    await this.audit.record(this.database, {
      admin,
      action: 'limit.clear',
      ...subject,
      before: { used },
    });
    return before;
  }

  private read(budgets: Budget[]): Promise<LimitWindowDto[]> {
    return Promise.all(
      budgets.map(async ({ budget, of, bucket, limit, windowMs }) => {
        const { count, resetsAt } = await this.windows.read(bucket, windowMs);
        return {
          budget,
          of,
          limit,
          windowSeconds: windowMs / 1000,
          used: count,
          remaining: Math.max(0, limit - count),
          resetsAt: count > 0 ? new Date(resetsAt) : null,
        };
      }),
    );
  }

  private async budgetsOfKey(id: string): Promise<Budget[]> {
    const key = await this.keys.findById(id);
    if (!key) throw noRecord('key', id);
    const limit = key.limitPerHour;
    return [{ budget: 'key', of: id, bucket: keyBucket(id), limit, windowMs: WINDOW_MS }];
  }
}

function budgetsOfAddress(text: string): Budget[] {
  const address = canonicalAddress(text);
  if (!address) throw new ApiError('not_found', 'This is not an IP address.');
  const of = clientNetwork(address);
  return [
    {
      budget: 'address',
      of,
      bucket: addressBucket(address),
      limit: ADDRESS_LIMIT,
      windowMs: WINDOW_MS,
    },
    ...(Object.keys(MINUTE_LIMITS) as MinuteBudget[]).map((budget) => ({
      budget,
      of,
      bucket: minuteBucket(budget, address),
      limit: MINUTE_LIMITS[budget],
      windowMs: PAGE_WINDOW_MS,
    })),
  ];
}
