import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/text/src/identifiers.js';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { MatchService } from '#libs/imports/src/matching/match.service.js';
import { BUSINESS } from './properties.js';
import { readExtension, readQueries } from './read-input.js';

const SUGGESTIONS = 10;
/** Maximum number of businesses that clients can page through. */
const MAX_SUGGESTED = 100;

/** Answers the queries of the Reconciliation Service API from the directory. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly matching: MatchService,
    private readonly businesses: BusinessesService,
    private readonly repository: BusinessesRepository,
  ) {}

  /** Answers a query batch. A query that is the id of a business has only that as a candidate. */
  async reconcile(json: string): Promise<object> {
    const queries = [...readQueries(json)];
    const [matches, named] = await Promise.all([
      this.matching.match(
        queries.map(([, { text, properties }]) => ({ ...properties, name: text })),
      ),
      this.byId(queries.map(([, { text }]) => text)),
    ]);
    return Object.fromEntries(
      queries.map(([id, { text, limit }], index) => {
        const exact = named.get(text.toLowerCase());
        const found = exact
          ? [{ business: exact, score: 1, match: true, reasons: [] }]
          : matches[index]!;
        const result = found.slice(0, limit).map(({ business, score, match, reasons }) => ({
          ...toEntity(business),
          type: [BUSINESS],
          // A percentage.
          score: Math.round(score * 100),
          match,
          features: reasons.map((id) => ({ id, value: true })),
        }));
        return [id, { result }];
      }),
    );
  }

  /** Reads values of businesses. An unknown id has none. */
  async extend(json: string): Promise<object> {
    const { ids, properties } = readExtension(json);
    const found = await this.byId(ids);
    const rows = ids.map((id) => {
      const business = found.get(id.toLowerCase());
      return [
        id,
        Object.fromEntries(
          properties.map((property) => [property.id, business ? property.read(business) : []]),
        ),
      ] as const;
    });
    return {
      meta: properties.map(({ id, name }) => ({ id, name })),
      rows: Object.fromEntries(rows),
    };
  }

  /** Suggests businesses for the beginning of a name, or the one with this id. */
  async suggest(text: string, skipped: number): Promise<object[]> {
    if (isUuid(text)) {
      return [...(await this.byId([text])).values()].slice(skipped).map(toEntity);
    }
    if (text === '' || skipped >= MAX_SUGGESTED) return [];
    const { items } = await this.businesses.list({
      ...WHOLE_DIRECTORY,
      q: text,
      sort: 'relevance',
      limit: MAX_SUGGESTED,
    });
    return items.slice(skipped, skipped + SUGGESTIONS).map(toEntity);
  }

  /** Finds businesses by their ids in lower case. The id of a merged one finds the other. */
  private async byId(texts: readonly string[]): Promise<Map<string, BusinessDto>> {
    const given = new Set(texts.filter((text) => isUuid(text)).map((id) => id.toLowerCase()));
    if (given.size === 0) return new Map();
    const named = await this.repository.resolve([...given]);
    const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
    if (ids.length === 0) return new Map();
    const { items } = await this.businesses.list({
      ...WHOLE_DIRECTORY,
      status: 'any',
      ids,
      limit: ids.length,
    });
    const found = new Map(items.map((business) => [business.id, business]));
    return new Map(
      named.flatMap(({ text, id }) => {
        const business = found.get(id ?? '');
        return business ? [[text, business]] : [];
      }),
    );
  }
}

function toEntity({ id, name, address, categories }: BusinessDto) {
  const place = [address.street, address.city].filter(Boolean).join(', ');
  return { id, name, description: [place, categories[0]?.name].filter(Boolean).join(' · ') };
}
