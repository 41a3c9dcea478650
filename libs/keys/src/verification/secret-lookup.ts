import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { KnownSecret } from './known-secret.js';

@Injectable()
export class SecretLookup {
  constructor(private readonly database: Database) {}

  async byHash(hash: string): Promise<KnownSecret | undefined> {
    return this.database.probe<KnownSecret>(
      `SELECT k.id AS "keyId", k.limit_per_hour AS "limitPerHour", k.state,
              k.expires_at AS "keyExpiresAt", s.expires_at AS "secretExpiresAt"
       FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id WHERE s.hash = decode($1, 'hex')`,
      [hash],
    );
  }
}
