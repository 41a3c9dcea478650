import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { Paged } from '#libs/http/src/csv-responses.js';
import { noRecord } from '#libs/http/src/errors/api-error.js';
import { shownState } from '../expiry/key-expiry.js';
import type { KeyDto, KeySecretDto, ListKeysQuery } from './key.dto.js';
import { type KeyRow, KeysRepository } from './keys.repository.js';

const USE_DAYS = 30;

/** Lists keys for admins, with their usage in the last 30 days. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly clock: Clock,
  ) {}

  async list({ state, q, sort, page, limit }: Paged<ListKeysQuery>) {
    const filter = { state, q, now: this.clock.now() };
    const skip = (page - 1) * limit;
    const { items, total } = await this.keys.list(filter, sort, this.usedSince(), skip, limit);
    return { items: await this.withSecrets(items), total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<KeyDto> {
    const row = await this.keys.findWithUsage(id, this.usedSince());
    if (!row) throw noRecord('key', id);
    const [key] = await this.withSecrets([row]);
    return key!;
  }

  private usedSince(): Date {
    return new Date(this.clock.now().getTime() - USE_DAYS * 24 * 3_600_000);
  }

  private async withSecrets(rows: KeyRow[]): Promise<KeyDto[]> {
    const now = this.clock.now();
    const secrets = await this.keys.listSecrets(rows.map(({ id }) => id));
    const keys = new Map(
      rows.map((row) => [
        row.id,
        { ...row, state: shownState(row, now), secrets: [] as KeySecretDto[] },
      ]),
    );
    for (const { keyId, ...secret } of secrets) keys.get(keyId)!.secrets.push(secret);
    return [...keys.values()];
  }
}
