import { Injectable } from '@nestjs/common';
import { type ApiKeyState, Database } from '#libs/database/src/database.js';

@Injectable()
export class SecretLookup {
  constructor(private readonly database: Database) {}

  /** Returns the secrets that have one of the given hashes, by hash. */
  async byHashes(hashes: readonly string[]): Promise<Map<string, KnownSecret>> {
    const rows = await this.database.probeRows<KnownSecret & { hash: string }>(
      `SELECT encode(s.hash, 'hex') AS hash, k.id AS "keyId", k.limit_per_hour AS "limitPerHour",
              k.state, k.expires_at AS "keyExpiresAt", s.expires_at AS "secretExpiresAt"
       FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id
       WHERE s.hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))`,
      [hashes],
    );
    return new Map(rows.map(({ hash, ...secret }) => [hash, secret]));
  }
}

/** Facts about a secret that decide whether a request may use it. */
export interface KnownSecret {
  keyId: string;
  limitPerHour: number;
  state: ApiKeyState;
  keyExpiresAt: Date | null;
  /** Set if a newer secret has replaced this one. */
  secretExpiresAt: Date | null;
}
