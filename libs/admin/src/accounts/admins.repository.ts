import { Injectable } from '@nestjs/common';
import { type Admin, Database, type Prisma } from '#libs/database/src/database.js';

/** Stores admin accounts. */
@Injectable()
export class AdminsRepository {
  constructor(private readonly database: Database) {}

  /** Returns all accounts without their passwords, oldest first. */
  list() {
    return this.database.admin.findMany({
      select: { id: true, email: true, name: true, createdAt: true, disabledAt: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  /** Returns the addresses of admins who can sign in, in alphabetical order. */
  async enabledAddresses(tx: Prisma.TransactionClient = this.database): Promise<string[]> {
    const admins = await tx.admin.findMany({
      where: { disabledAt: null },
      orderBy: { email: 'asc' },
    });
    return admins.map(({ email }) => email);
  }

  findById(id: string, tx: Prisma.TransactionClient = this.database): Promise<Admin | null> {
    return tx.admin.findUnique({ where: { id } });
  }

  findByEmail(email: string): Promise<Admin | null> {
    return this.database.admin.findUnique({ where: { email } });
  }

  /**
   * Reports whether any account exists, or one with this address. Uses plain SQL, because the first
   * Prisma query would delay every start by 100 ms.
   */
  async exists(email?: string): Promise<boolean> {
    const found = await this.database.probe(
      'SELECT FROM admins WHERE $1::text IS NULL OR email = $1 LIMIT 1',
      [email],
    );
    return found !== undefined;
  }

  add(data: Prisma.AdminCreateInput, tx: Prisma.TransactionClient): Promise<Admin> {
    return tx.admin.create({ data });
  }

  /** Adds an account unless the address has one. */
  async addIfMissing(data: Prisma.AdminCreateManyInput): Promise<void> {
    await this.database.admin.createMany({ data, skipDuplicates: true });
  }

  update(
    id: string,
    data: Pick<Prisma.AdminUpdateInput, 'disabledAt' | 'passwordHash'>,
    tx: Prisma.TransactionClient,
  ): Promise<Admin> {
    return tx.admin.update({ where: { id }, data });
  }

  /** Locks the accounts that can sign in and returns their number. */
  async lockEnabled(tx: Prisma.TransactionClient): Promise<number> {
    const enabled = await tx.$queryRaw<unknown[]>`
      SELECT FROM admins WHERE disabled_at IS NULL ORDER BY id FOR UPDATE`;
    return enabled.length;
  }

  /** Locks an enabled account against changes if it still has this password hash. */
  async lockUnchanged(
    { id, passwordHash }: Pick<Admin, 'id' | 'passwordHash'>,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const unchanged = await tx.$queryRaw<unknown[]>`
      SELECT FROM admins
      WHERE id = ${id}::uuid AND password_hash = ${passwordHash} AND disabled_at IS NULL
      FOR SHARE`;
    return unchanged.length > 0;
  }
}
