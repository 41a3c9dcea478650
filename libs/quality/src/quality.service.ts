import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { localDate } from '#libs/geography/src/local-date.js';
import type { QualityDto } from './quality.dto.js';
import { QualityRepository } from './quality.repository.js';

/** Time for which a report is shown, because counting reads every business. */
export const COUNTED_FOR_MS = 3_600_000;
const MAX_UNCONFIRMED = 100;

/** Reports how complete and how recent the directory is. Counts at most once an hour. */
@Injectable()
export class QualityService {
  private counting: { at: number; report: Promise<QualityDto> } | undefined;

  constructor(
    private readonly repository: QualityRepository,
    private readonly clock: Clock,
  ) {}

  report(): Promise<QualityDto> {
    const now = this.clock.now();
    const known = this.counting;
    if (known && now.getTime() < known.at + COUNTED_FOR_MS) return known.report;
    const counting = { at: now.getTime(), report: this.count(now) };
    this.counting = counting;
    counting.report.catch(() => {
      if (this.counting === counting) this.counting = undefined;
    });
    return counting.report;
  }

  private async count(now: Date): Promise<QualityDto> {
    const today = localDate(now);
    return {
      countedAt: now.toISOString(),
      counties: await this.repository.byCounty(today),
      sources: await this.repository.bySource(today),
      reports: await this.repository.answered(now),
      unconfirmed: await this.repository.unconfirmed(MAX_UNCONFIRMED),
    };
  }
}
