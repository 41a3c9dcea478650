import { Injectable } from '@nestjs/common';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BusinessesRepository } from '../../businesses.repository.js';
import type { HistoryEntryDto } from './history-entry.dto.js';
import { inWords } from './in-words.js';

/** Describes the audit entries and import changes of a business in sentences. */
@Injectable()
export class BusinessHistoryService {
  constructor(private readonly businesses: BusinessesRepository) {}

  /** Returns a page of the history of a business, newest first. */
  async page(
    businessId: string,
    { page, limit }: PageQuery,
  ): Promise<{ items: HistoryEntryDto[]; total: number }> {
    const [entries, total] = await Promise.all([
      this.businesses.listHistory(businessId, limit, (page - 1) * limit),
      this.businesses.countHistory(businessId),
    ]);
    const items = entries.map(({ id, at, by: name, ...action }) => {
      const by = name ?? 'Someone';
      return { id, at, by, text: `${by} ${inWords(action)}.` };
    });
    return { items, total };
  }
}
