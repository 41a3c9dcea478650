import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { Environment } from '#libs/config/src/environment.js';
import { chooseCoding, encode } from './content-coding.js';
import type { DirectoryRead } from './directory-read.js';
import { DirectoryVersion } from './directory-version.js';
import { entityTag, names } from './entity-tag.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a `DirectoryRead`: 304 without reading when the caller holds the present version, else the
 * bytes in the coding that the caller prefers. The caching headers of all reads are set here.
 */
@Injectable()
export class DirectoryReadInterceptor implements NestInterceptor<DirectoryRead> {
  constructor(
    private readonly version: DirectoryVersion,
    private readonly environment: Environment,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<DirectoryRead>,
  ): Observable<Buffer | undefined> {
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(mergeMap((read) => this.answer(read, http.getRequest(), http.getResponse())));
  }

  private async answer(
    { criteria, read }: DirectoryRead,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const coding = chooseCoding(request.headers['accept-encoding']);
    // Records hold links, so the same directory under another address is another answer.
    const subject = `${this.environment.PUBLIC_URL}${request.routeOptions.url}${JSON.stringify(criteria)}`;

    const held = request.headers['if-none-match'];

    const present = entityTag(await this.version.current(), subject, coding);
    if (names(held, present)) return notModified(reply, present);
    const { version, body, contentType = JSON_TYPE, movedTo } = await read();
    const tag = entityTag(version, subject, coding);
    if (names(held, tag) || held?.trim() === '*') return notModified(reply, tag);

    setCachingHeaders(reply, tag).header('Content-Type', contentType);
    if (coding !== 'identity') void reply.header('Content-Encoding', coding);
    if (movedTo) void reply.status(308).header('Location', movedTo);
    return encode(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), coding);
  }
}

function notModified(reply: FastifyReply, tag: string): undefined {
  void setCachingHeaders(reply, tag).status(304);
}

function setCachingHeaders(reply: FastifyReply, tag: string): FastifyReply {
  const vary = [reply.getHeader('Vary') ?? [], 'X-API-Key', 'Accept-Encoding'].flat().join(', ');
  return reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache', Vary: vary });
}
