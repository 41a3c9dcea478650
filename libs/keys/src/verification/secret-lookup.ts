import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { KnownSecret } from './known-secret.js';

@Injectable()
export class SecretLookup {
  constructor(private readonly database: Database) {}

  async byHash(hash: Uint8Array<ArrayBuffer>): Promise<KnownSecret | undefined> {
    const secret = await this.database.apiKeySecret.findUnique({
      where: { hash },
      select: {
        expiresAt: true,
        key: { select: { id: true, limitPerHour: true, state: true, expiresAt: true } },
      },
    });
    if (!secret) return undefined;
    const { id, limitPerHour, state, expiresAt } = secret.key;
    return {
      keyId: id,
      limitPerHour,
      state,
      keyExpiresAt: expiresAt,
      secretExpiresAt: secret.expiresAt,
    };
  }
}
