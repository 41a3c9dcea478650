import { applyDecorators, createParamDecorator, type ExecutionContext, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { toApiError } from '#libs/http/src/errors/to-api-error.js';

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

/**
 * Refuses forms that a page of another origin makes a browser send. Browsers state the origin of a
 * request in `Sec-Fetch-Site` (Fetch Metadata) or in `Origin` (Fetch Standard). A request with
 * neither does not come from a browser, so no other page can have forged it.
 *
 * @param publicUrl origin of the website
 * @throws ApiError `forbidden`
 */
export function refuseForeign({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) throw new ApiError('forbidden', 'This form can only be sent from its own page.');
}

/**
 * Returns the result of a read, or undefined while the database is unavailable. The form's
 * submission then fails too, and shows the form again with the visitor's input.
 */
export async function unlessUnavailable<T>(
  { request }: FormVisit,
  reading: Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (toApiError(error, request).code === 'unavailable') return undefined;
    throw error;
  }
}
