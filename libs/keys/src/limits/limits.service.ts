import { Injectable } from '@nestjs/common';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database } from '#libs/database/src/database.js';
import { canonicalAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import type { RateLimitSubject } from '#libs/http/src/request-context.js';
import { subjectOfKey, subjectsOfAddress } from '#libs/rate-limit/src/rate-limit-subject.js';
import { RateLimitWindows } from '#libs/rate-limit/src/storage/rate-limit-windows.js';
import { KeysRepository } from '../administration/keys.repository.js';
import type { LimitWindowDto } from './limits.dto.js';

/** The budgets of a key or an address. */
export interface Budgets {
  subject: 'key' | 'address';
  /** Id of the key, or network of the address. */
  subjectId: string;
  budgets: RateLimitSubject[];
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
  async ofKey(id: string): Promise<Budgets> {
    const key = await this.keys.findById(id);
    if (!key) throw noRecord('key', id);
    return { subject: 'key', subjectId: id, budgets: [subjectOfKey(key)] };
  }

  /** @throws ApiError `not_found` if the text is not an IP address */
  ofAddress(text: string): Budgets {
    const address = addressIn(text);
    if (!address) throw new ApiError('not_found', 'This is not an IP address.');
    const budgets = subjectsOfAddress(address);
    return { subject: 'address', subjectId: clientNetwork(address), budgets };
  }

  /**
   * Clears the windows before auditing, because no transaction spans both. A repeated reset is
   * harmless.
   *
   * @returns the windows before the reset
   * @throws ApiError `unavailable` if the store is unreachable
   */
  async clear(of: Budgets, admin: Actor): Promise<LimitWindowDto[]> {
    const { budgets, ...subject } = of;
    const before = await this.read(of);
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

  /** Returns the windows of the budgets. Omits budgets that only the server knows. */
  async read({ subjectId, budgets }: Budgets): Promise<LimitWindowDto[]> {
    const windows: LimitWindowDto[] = [];
    for (const { policy, bucket, limit, windowMs } of budgets) {
      const window = await this.windows.read(bucket, windowMs);
      if (!window) continue;
      windows.push({
        budget: policy,
        of: subjectId,
        limit,
        windowSeconds: windowMs / 1000,
        used: window.count,
        remaining: Math.max(0, limit - window.count),
        resetsAt: window.count > 0 ? new Date(window.resetsAt) : null,
      });
    }
    return windows;
  }
}

/** Returns the address in a text, which may be a /64 network as `clientNetwork` writes it. */
export function addressIn(text: string): string | undefined {
  return canonicalAddress(text.replace(/::\/64$/, '::'));
}
