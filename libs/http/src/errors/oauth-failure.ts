import type { ApiError } from './api-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How failures are written where it is not the envelope. */
    failures?: 'oauth';
  }
}

/**
 * A failure of a token endpoint as OAuth clients read it (RFC 6749, section 5.2). What is neither the
 * form's fault nor the credentials' keeps its status, and bears the API's own code.
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
