import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { READ_DEADLINE } from '#libs/database/src/database.js';
import { DeadlineMissedError } from '#libs/database/src/database-errors.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { replyOf, requestOf } from '#libs/http/src/exchange.js';
import { VisitorReads } from '#libs/rate-limit/src/reads/visitor-reads.js';
import { type CachedResponse, writeResponse } from './cached-response.js';
import { chooseCoding, type ContentCoding, encode } from './content-coding.js';
import type { DirectoryRead } from './directory-read.js';
import { entityTag } from './entity-tag.js';
import { type ResponseCache, ResponseCaches, responseKey } from './response-cache.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a `DirectoryRead`: 304 to callers who hold the present response, else its bytes in the
 * content coding that the caller prefers. The same address is read once a version and coding, however
 * many ask for it, and cached for `CachedResponseGuard` to send from then on.
 */
@Injectable()
export class DirectoryReadInterceptor implements NestInterceptor<DirectoryRead> {
  /** At most one for each read that has a connection of `Database.reads`, or waits for one. */
  private readonly underWay = new Map<string, Promise<CachedResponse>>();

  constructor(
    private readonly version: DirectoryVersion,
    private readonly responses: ResponseCaches,
    private readonly reads: VisitorReads,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<DirectoryRead>,
  ): Observable<Buffer | undefined> {
    const request = requestOf(context);
    const reply = replyOf(context);
    // What came before, such as looking up the key, may have taken of the time.
    const found = inTime(this.find(request, next), READ_DEADLINE - reply.elapsedTime);
    return from(found.then((response) => writeResponse(response, request, reply)));
  }

  private async find(
    request: FastifyRequest,
    next: CallHandler<DirectoryRead>,
  ): Promise<CachedResponse> {
    const coding = chooseCoding(request.headers['accept-encoding']);
    const key = responseKey(coding, request);
    const version = await this.version.current();
    const responses = this.responses.of(request);
    const cached = responses.get(key, version);
    if (cached) return cached;

    const directoryRead = await firstValueFrom(next.handle());
    const once = `${version} ${key}`;
    const start = () => {
      const reading = this.read(directoryRead, coding)
        .then((response) => this.store(key, version, response, responses))
        .finally(() => this.underWay.delete(once));
      this.underWay.set(once, reading);
      return reading;
    };
    const join = () => this.underWay.get(once);
    // A read that waits for its turn isn't under way yet, so nobody else waits with it.
    return join() ?? this.reads.run(request, () => join() ?? start());
  }

  private async read(directoryRead: DirectoryRead, coding: ContentCoding): Promise<CachedResponse> {
    const representation = await directoryRead.read();
    const { version, body, caching, contentType = JSON_TYPE, headers, movedTo } = representation;
    const until = representation.until ?? directoryRead.until;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const bytes = await encode(Buffer.from(text), coding);
    return {
      version,
      status: movedTo ? 308 : 200,
      headers: {
        ...headers,
        ...caching,
        ETag: entityTag(version, bytes),
        'Content-Type': contentType,
        ...(coding !== 'identity' && { 'Content-Encoding': coding }),
        ...(movedTo && { Location: movedTo }),
      },
      bytes,
      ...(until && { until }),
    };
  }

  private store(
    key: string,
    expected: string,
    response: CachedResponse,
    responses: ResponseCache,
  ): CachedResponse {
    responses.set(key, response);
    // It was read from a later state than the one known of: the version is to be asked for again.
    if (response.version !== expected) this.version.moved();
    return response;
  }
}

/** However many statements it takes: each is bounded, and so is their sum. */
async function inTime<T>(reading: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const missed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineMissedError(READ_DEADLINE)), milliseconds);
  });
  return Promise.race([reading, missed]).finally(() => clearTimeout(timer));
}
