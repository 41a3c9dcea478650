import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { columnOf } from '#libs/text/src/identifiers.js';

/** Stores regions. */
@Injectable()
export class RegionsRepository {
  constructor(private readonly database: Database) {}

  async list(skip: number, take: number) {
    const { region } = this.database;
    const items = await region.findMany({
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      omit: { revision: true },
      skip,
      take,
    });
    return { items, total: await region.count() };
  }

  async find(idOrSlug: string, tx: Prisma.TransactionClient) {
    const column = columnOf(idOrSlug);
    return column && tx.region.findFirst({ where: { [column]: idOrSlug } });
  }

  /** Returns the names of all regions. */
  names(tx: Prisma.TransactionClient) {
    return tx.region.findMany({ select: { id: true, slug: true, name: true, otherNames: true } });
  }

  async add(data: Prisma.RegionCreateInput, tx: Prisma.TransactionClient): Promise<void> {
    await tx.region.create({ data });
  }

  async update(
    id: string,
    data: Prisma.RegionUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.region.update({ where: { id }, data: { ...data, revision: { increment: 1 } } });
  }

  async remove(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.region.delete({ where: { id } });
  }
}
