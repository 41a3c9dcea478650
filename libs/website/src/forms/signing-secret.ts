import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Database } from '#libs/database/src/database.js';

const BYTES = 32;
const NAME = 'forms';

/** What signs the tokens of forms: made by the first process that needs it, and the same for all. */
@Injectable()
export class SigningSecret {
  private known: Promise<Uint8Array> | undefined;

  constructor(private readonly database: Database) {}

  get(): Promise<Uint8Array> {
    this.known ??= this.read().catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  private async read(): Promise<Uint8Array> {
    await this.database.signingSecret.createMany({
      data: [{ name: NAME, secret: new Uint8Array(randomBytes(BYTES)) }],
      skipDuplicates: true,
    });
    const { secret } = await this.database.signingSecret.findUniqueOrThrow({
      where: { name: NAME },
    });
    return secret;
  }
}
