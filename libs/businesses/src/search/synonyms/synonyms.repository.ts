import { Injectable } from '@nestjs/common';
import { Database, Prisma, type SearchSynonym } from '#libs/database/src/database.js';
import type { SynonymDto } from './synonym.dto.js';

/** Stores synonyms. */
@Injectable()
export class SynonymsRepository {
  constructor(private readonly database: Database) {}

  /** Returns a page of the synonyms that contain a text, ordered by their first term, and the total. */
  async list(
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

  find(id: string, tx: Prisma.TransactionClient): Promise<SearchSynonym | null> {
    return tx.searchSynonym.findUnique({ where: { id } });
  }

  count(tx: Prisma.TransactionClient): Promise<number> {
    return tx.searchSynonym.count();
  }

  async add(data: Prisma.SearchSynonymCreateInput, tx: Prisma.TransactionClient): Promise<void> {
    await tx.searchSynonym.create({ data });
  }

  async update(
    id: string,
    data: Prisma.SearchSynonymUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.searchSynonym.update({ where: { id }, data });
  }

  async remove(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.searchSynonym.delete({ where: { id } });
  }
}
