import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { invalidParameter, noRecord } from '#libs/http/src/errors/api-error.js';
import { KeysRepository } from '../administration/keys.repository.js';
import type {
  DeprecatedUsageDto,
  DeprecatedUsageQuery,
  ListedKey,
  Step,
  TopKeyDto,
  TopKeysQuery,
  UsageDto,
  UsageSpan,
  UsageStepDto,
} from './usage.dto.js';
import { UsageRepository } from './usage.repository.js';

const HOUR_MS = 3_600_000;
const STEP_MS: Record<Step, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };
const USUAL_SPAN_MS: Record<Step, number> = { hour: 24 * HOUR_MS, day: 30 * 24 * HOUR_MS };
const MOST_STEPS = 1000;
/** Earliest start of a span. Parameters accept no earlier time either. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/** Reads usage statistics of keys. */
@Injectable()
export class UsageService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError `not_found`; `invalid_parameter` if the span is empty or too long */
  async of(keyId: string, { by, ...span }: UsageSpan): Promise<UsageDto> {
    // The span includes the current moment.
    const to = span.to ?? new Date(this.clock.now().getTime() + 1);
    const from = span.from ?? new Date(Math.max(EARLIEST_MS, to.getTime() - USUAL_SPAN_MS[by]));
    expectSpan(from, to, by);
    if (!(await this.keys.findById(keyId))) throw noRecord('key', keyId);
    const lastMoment = new Date(to.getTime() - 1);
    const steps = await this.usage.steps(keyId, by, from, lastMoment);
    const sum = (of: (step: UsageStepDto) => number) =>
      steps.reduce((total, step) => total + of(step), 0);
    return {
      by,
      requests: sum(({ requests }) => requests),
      refusals: sum(({ refusals }) => refusals),
      steps,
    };
  }

  /** Returns the most used keys of the last hours, including the current hour. */
  async top({ hours, sort, limit }: TopKeysQuery): Promise<TopKeyDto[]> {
    const now = this.clock.now().getTime();
    const since = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
    return this.withKeys(await this.usage.top(since, sort, limit));
  }

  /** Adds the keys to their usage, and leaves out keys that no longer exist. */
  async withKeys<Use extends { keyId: string }>(
    uses: readonly Use[],
  ): Promise<(Use & ListedKey)[]> {
    const keys = await this.keys.findWithStarts(uses.map(({ keyId }) => keyId));
    return uses.flatMap((used) => {
      const key = keys.find(({ id }) => id === used.keyId);
      if (!key) return [];
      const { label, ownerEmail, limitPerHour, starts } = key;
      return { ...used, label, ownerEmail, limitPerHour, starts };
    });
  }

  async ofDeprecated({ operation, page, limit }: DeprecatedUsageQuery) {
    const { items, total } = await this.usage.listDeprecated(operation, (page - 1) * limit, limit);
    return {
      items: items.map(({ key, ...use }): DeprecatedUsageDto => ({ ...use, ...key })),
      total,
    };
  }
}

function expectSpan(from: Date, to: Date, by: Step): void {
  if (from >= to) throw invalidParameter('from', 'from must be before to.');
  const step = STEP_MS[by];
  // `%` of a time before 1970 is negative.
  const sinceStep = ((from.getTime() % step) + step) % step;
  if (to.getTime() - from.getTime() + sinceStep > MOST_STEPS * step) {
    const message = `The span may have at most ${MOST_STEPS} steps. Use a shorter span, or by=day.`;
    throw invalidParameter('from', message);
  }
}
