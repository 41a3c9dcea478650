import { applyDecorators, createParamDecorator, type ExecutionContext, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';

/** Maximum form size in bytes. Each of a project's 4,000 characters may take twelve bytes. */
const FORM_LIMIT = 64 * 1024;

/** Declares the route that receives a form. */
export const PostForm = (path: string) =>
  applyDecorators(Post(path), RouteConfig({ body: 'form', formLimit: FORM_LIMIT }));

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
