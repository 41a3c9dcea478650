import type { ApiError } from './api-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error format, if not the envelope. */
    failures?: 'oauth';
  }
}

/**
 * Returns a token endpoint's error in the OAuth format (RFC 6749, section 5.2). Errors caused by neither
 * the form nor the credentials keep their status and use the API's own code.
 */
export function oauthFailure(error: ApiError): {
  status: number;
  body: { error: string; error_description: string };
} {
  const status = error.code === 'unauthorized' ? 400 : error.getStatus();
  return { status, body: { error: oauthCode(error), error_description: error.message } };
}

function oauthCode({ code, details }: ApiError): string {
  if (code === 'unauthorized') return 'invalid_grant';
  if (code !== 'invalid_body' && code !== 'invalid_parameter') return code;
  const isOfGrant = details?.some(({ field }) => field === 'grant_type');
  return isOfGrant ? 'unsupported_grant_type' : 'invalid_request';
}
