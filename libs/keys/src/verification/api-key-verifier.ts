import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { clientAddress, clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { ERROR_CODES, type ErrorCode } from '#libs/http/src/errors/error-codes.js';
import { traitsOf, SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { type KeyVerdict, KeyVerifier } from '#libs/rate-limit/src/key-verifier.js';
import { hashKeyText, hasKeyForm, startOfKeyText } from '../key-text/key-text.js';
import { UsageRecorder } from '../usage/usage-recorder.js';
import { SecretCache } from './secret-cache.js';
import type { KnownSecret } from '../administration/keys.repository.js';

/** Finds the key in the X-API-Key header and checks that it may be used. */
@Injectable()
export class ApiKeyVerifier extends KeyVerifier {
  constructor(
    private readonly secrets: SecretCache,
    private readonly usage: UsageRecorder,
    private readonly clock: Clock,
  ) {
    super();
  }

  override verify(
    text: string | undefined,
    request: FastifyRequest,
  ): KeyVerdict | Promise<KeyVerdict> {
    if (text === undefined) {
      const isBearer = traitsOf(request).prefix === SURFACES.mcp.prefix;
      const place = `in the X-API-Key header${isBearer ? ' or as a bearer token' : ''}`;
      return refusal('missing_api_key', `Send your key ${place}.`);
    }
    const hash = hashKeyText(text);
    const secret = this.secrets.recall(hash);
    return secret ? this.judge(secret, text, request) : this.find(text, hash, request);
  }

  private async find(text: string, hash: string, request: FastifyRequest): Promise<KeyVerdict> {
    // Node joins the values of a repeated header with commas.
    if (text.includes(',')) {
      return refusal('invalid_api_key', 'Send exactly one key in one X-API-Key header.');
    }
    if (!hasKeyForm(text)) {
      return refusal('invalid_api_key', 'The API key is malformed. Check that it is complete.');
    }
    const secret = await this.secrets.find(hash, clientNetwork(clientAddress(request)));
    if (!secret) return refusal('invalid_api_key', 'The API key is unknown or was replaced.');
    return this.judge(secret, text, request);
  }

  private judge(secret: KnownSecret, text: string, { context }: FastifyRequest): KeyVerdict {
    context.keyStart = startOfKeyText(text);
    const refused = refusalOf(secret, this.clock.now());
    if (refused) this.usage.record(secret.keyId, 'refused');
    return refused ?? { id: secret.keyId, limitPerHour: secret.limitPerHour };
  }
}

function refusalOf(secret: KnownSecret, now: Date): ApiError | undefined {
  const { state, keyExpiresAt, secretExpiresAt } = secret;
  if (state === 'revoked') return refusal('revoked_api_key', 'The API key was revoked.');
  if (keyExpiresAt && keyExpiresAt <= now) {
    return refusal('expired_api_key', `The API key expired at ${keyExpiresAt.toISOString()}.`);
  }
  if (secretExpiresAt && secretExpiresAt <= now) {
    return refusal('expired_api_key', 'The API key was replaced. Use the new key sent by email.');
  }
  if (state === 'suspended') {
    return refusal(
      'suspended_api_key',
      'The API key is suspended. Its owner was notified by email.',
    );
  }
  return undefined;
}

const CHALLENGE = { 'WWW-Authenticate': 'ApiKey realm="Minnesota Business Directory"' };

/**
 * Creates the error for a refused key, with a challenge if the status is 401 (RFC 9110, section
 * 15.5.2).
 */
export function refusal(code: ErrorCode, message: string): ApiError {
  const headers = ERROR_CODES[code].status === 401 ? CHALLENGE : {};
  return new ApiError(code, message, { headers });
}
