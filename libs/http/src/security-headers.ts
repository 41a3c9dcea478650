import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';

/** Swagger UI styles itself inline; scripts come from here only. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What browsers are told on each response; pages get a content security policy besides. */
export function securityHeaders({ PUBLIC_URL }: Environment) {
  const isHttps = PUBLIC_URL.startsWith('https:');
  return (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('X-Content-Type-Options', 'nosniff');
    if (isHttps) void reply.header('Strict-Transport-Security', 'max-age=31536000');
    if (!request.url.startsWith('/api/')) {
      void reply.header('Content-Security-Policy', PAGE_POLICY);
      void reply.header('Referrer-Policy', 'no-referrer');
    }
  };
}
