import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

@Injectable()
export class FormKeysRepository {
  constructor(private readonly database: Database) {}

  async add(publicKey: Uint8Array<ArrayBuffer>, expiresAt: Date): Promise<void> {
    await this.database.formKey.create({ data: { publicKey, expiresAt } });
  }

  async exists(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return (await this.database.formKey.findUnique({ where: { publicKey } })) !== null;
  }

  async removeExpired(now: Date): Promise<void> {
    await this.database.formKey.deleteMany({ where: { expiresAt: { lte: now } } });
  }
}
