import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '#libs/config/src/environment.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

const CIPHER = 'aes-256-gcm';
const PREFIX = 'whsec_';
const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Secret as the developer sees it, once, and as the database stores it. */
export interface NewSecret {
  text: string;
  encrypted: Uint8Array<ArrayBuffer>;
}

/**
 * Creates the signing secrets of webhooks and signs with them (Standard Webhooks, symmetric). Signing
 * needs the secret itself, so it is stored encrypted, bound to its API key.
 */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly environment: Environment) {}

  /** Reports whether this server can create and use secrets. */
  get isAvailable(): boolean {
    const { WEBHOOK_KEY, DATABASE_URL } = this.environment;
    return WEBHOOK_KEY !== undefined || DATABASE_URL === undefined;
  }

  /** @throws ApiError `conflict` if the server has no key to encrypt it with */
  mint(keyId: string): NewSecret {
    if (!this.isAvailable) {
      throw new ApiError('conflict', 'Set WEBHOOK_KEY and restart the server to use webhooks.');
    }
    const secret = randomBytes(SECRET_BYTES);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.readKey(), nonce).setAAD(Buffer.from(keyId));
    const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
    return {
      text: PREFIX + secret.toString('base64'),
      encrypted: new Uint8Array(Buffer.concat(parts)),
    };
  }

  /**
   * Returns the signature header of a message.
   *
   * @returns undefined if the secret was encrypted with another key
   */
  sign(keyId: string, encrypted: Uint8Array, message: string): string | undefined {
    const secret = this.decrypt(keyId, encrypted);
    return secret && `v1,${createHmac('sha256', secret).update(message).digest('base64')}`;
  }

  private decrypt(keyId: string, encrypted: Uint8Array): Buffer | undefined {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.readKey(), nonce)
      .setAAD(Buffer.from(keyId))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    const secret = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([secret, decipher.final()]);
    } catch {
      return undefined;
    }
  }

  private readKey(): Buffer {
    const { WEBHOOK_KEY, DATA_DIR } = this.environment;
    return Buffer.from(WEBHOOK_KEY ?? keyIn(join(DATA_DIR, 'webhook.key')), 'base64');
  }
}

/**
 * Reads the key in a file. If it doesn't exist, creates it with a link to a complete file: a crash or
 * a full disk leaves no partial key, and all processes that create it at once read the same key.
 */
function keyIn(path: string): string {
  if (!existsSync(path)) {
    const draft = `${path}.${randomUUID()}`;
    try {
      writeFileSync(draft, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(path, 'utf8').trim();
}
