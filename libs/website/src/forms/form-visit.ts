import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';

/** A request for a page with a form, or with that form filled in. */
export interface FormVisit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Fields of the sent form. */
  body: Record<string, string>;
  address: string;
}

export const Visit = createParamDecorator((_: unknown, context: ExecutionContext): FormVisit => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  return {
    request,
    reply: http.getResponse(),
    body: request.body as FormVisit['body'],
    address: clientAddress(request),
  };
});
