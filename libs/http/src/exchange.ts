import type { ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a guard or the like is called for. (`switchToHttp` makes three functions to tell the same.) */
export function requestOf(host: ArgumentsHost): FastifyRequest {
  return host.getArgByIndex(0);
}

export function replyOf(host: ArgumentsHost): FastifyReply {
  return host.getArgByIndex(1);
}
