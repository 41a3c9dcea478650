import { Injectable } from '@nestjs/common';
import { Database, Prisma, type SearchSynonym } from '#libs/database/src/database.js';
import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import { numbersOf } from '#libs/directory-index/src/business-rows.repository.js';
import { isMatch, relevance } from './relevance.sql.js';
import type { SearchTerms } from './search-terms.js';
import type { SearchQueries } from './build-search.js';
import type { SynonymDto } from './synonyms/synonym.dto.js';

/** Searches businesses with PostgreSQL, and stores the synonyms of searches. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Looks up the words of a normalized search text. */
  async termsOf(
    text: string,
    database: Statements = this.database.reads,
  ): Promise<{ version: string; terms: SearchTerms }> {
    const { rows } = await database.query<{ version: string; terms: SearchTerms }>({
      name: 'search terms',
      text: `SELECT version::text, search_terms($1) AS terms FROM directory_version`,
      values: [text],
    });
    return rows[0]!;
  }

  /**
   * Returns the numbers of all matches in groups of equal relevance, most relevant first. Reads each
   * group as a single value, because many rows would cost much more.
   *
   * @param query condition on the words, or null to match every business
   */
  async groupsOf(
    query: string | null,
    search: SearchQueries,
    includesMost: boolean,
    database: Statements = this.database.reads,
  ): Promise<{ version: string; groups: Uint32Array[] }> {
    const parameters = new SqlParameters();
    const { rows } = await database.query<{ version: string; numbers: Buffer | null }>(
      `SELECT version::text, numbers FROM directory_version LEFT JOIN (
         SELECT ${relevance(search, includesMost, parameters)} AS relevance,
           string_agg(int4send(d.number), '') AS numbers
         FROM search_documents d
         WHERE ${query === null ? 'true' : isMatch(query, parameters)}
         GROUP BY 1
       ) AS matches ON true
       ORDER BY relevance DESC`,
      parameters.values,
    );
    const groups = rows.flatMap(({ numbers }) => (numbers ? [numbersOf(numbers)] : []));
    return { version: rows[0]!.version, groups };
  }

  /** Returns a page of the synonyms that contain a text, ordered by their first term, and the total. */
  async listSynonyms(
    q: string | undefined,
    skip: number,
    take: number,
  ): Promise<{ items: SynonymDto[]; total: number }> {
    const found = Prisma.sql`FROM search_synonyms
      WHERE ${q ?? null}::text IS NULL
        OR strpos(fold(array_to_string(terms || also_finds, ' ')), fold(${q ?? ''})) > 0`;
    const [counted] = await this.database.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total ${found}`;
    const items = await this.database.$queryRaw<SynonymDto[]>`
      SELECT id, terms, also_finds AS "alsoFinds" ${found}
      ORDER BY terms, id LIMIT ${take} OFFSET ${skip}`;
    return { items, total: counted!.total };
  }

  findSynonym(id: string, tx: Prisma.TransactionClient): Promise<SearchSynonym | null> {
    return tx.searchSynonym.findUnique({ where: { id } });
  }

  /** Returns the id of another synonym with the same terms in any order and spelling. */
  async findSameSynonym(
    terms: string[],
    exceptId: string | null,
    tx: Prisma.TransactionClient,
  ): Promise<string | undefined> {
    const [same] = await tx.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM search_synonyms s, (
        SELECT array_agg(search_phrase(term)) AS phrases FROM unnest(${terms}::text[]) AS term
      ) AS new
      WHERE s.phrases @> new.phrases AND s.phrases <@ new.phrases
        AND s.id IS DISTINCT FROM ${exceptId}::uuid LIMIT 1`;
    return same?.id;
  }

  countSynonyms(tx: Prisma.TransactionClient): Promise<number> {
    return tx.searchSynonym.count();
  }

  async addSynonym(
    data: Prisma.SearchSynonymCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.searchSynonym.create({ data });
  }

  async updateSynonym(
    id: string,
    data: Prisma.SearchSynonymUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.searchSynonym.update({ where: { id }, data });
  }

  async removeSynonym(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.searchSynonym.delete({ where: { id } });
  }
}
