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
import { replyOf, requestOf } from '#libs/http/src/request-context.js';
import { VisitorReads } from '#libs/rate-limit/src/reads/visitor-reads.js';
import { type CachedResponse, writeResponse, entityTag } from './cached-response.js';
import { chooseCoding, type ContentCoding, encode } from './content-coding.js';
import type { Representation, CacheableRead } from './representation.js';
import { type ResponseCache, ResponseCaches, responseKey } from './response-cache.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a `CacheableRead`: with 304 if the client has the current response, and otherwise with
 * the body in the content coding that the client prefers. Each URL is read once for each version
 * and coding, even for concurrent requests, and then cached for `CachedResponseGuard`.
 */
@Injectable()
export class ResponseCacheInterceptor implements NestInterceptor<CacheableRead> {
  /**
   * Reads in progress, at most one for each read that has or waits for a connection of
   * `Database.reads`.
   */
  private readonly underWay = new Map<string, Promise<CachedResponse>>();

  constructor(
    private readonly version: DirectoryVersion,
    private readonly responses: ResponseCaches,
    private readonly reads: VisitorReads,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<CacheableRead>,
  ): Observable<Buffer | undefined> {
    const request = requestOf(context);
    const reply = replyOf(context);
    // Earlier steps such as the key lookup count toward the deadline.
    const found = inTime(this.find(request, next), READ_DEADLINE - reply.elapsedTime);
    return from(found.then((response) => writeResponse(response, request, reply)));
  }

  private async find(
    request: FastifyRequest,
    next: CallHandler<CacheableRead>,
  ): Promise<CachedResponse> {
    const coding = chooseCoding(request.headers['accept-encoding']);
    const key = responseKey(coding, request);
    const version = await this.version.current();
    const responses = this.responses.of(request);
    const cached = responses.get(key, version);
    if (cached) return cached;

    const read = await firstValueFrom(next.handle());
    const once = `${version} ${key}`;
    const start = () => {
      const reading = this.read(read, request, coding)
        .then((response) => this.store(key, version, response, responses))
        .finally(() => this.underWay.delete(once));
      this.underWay.set(once, reading);
      return reading;
    };
    const join = () => this.underWay.get(once);
    // A read that waits for its turn isn't under way yet, so nobody else waits with it.
    return join() ?? this.reads.run(request, () => join() ?? start());
  }

  private async read(
    read: CacheableRead,
    request: FastifyRequest,
    coding: ContentCoding,
  ): Promise<CachedResponse> {
    const representation = await read(request);
    const { version, body, caching, contentType = JSON_TYPE } = representation;
    const { headers, movedTo, until } = representation;
    const bytes = await encode(bytesOf(body), coding);
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
    if (response.version === expected) responses.set(key, response);
    // The directory changed during the read, which may have looked up a filter before and read the
    // list after. Serve the response once, and refresh the known version.
    else this.version.moved();
    return response;
  }
}

function bytesOf(body: Representation['body']): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * Bounds the total time of a read. Each statement has its own limit, but a read can run several.
 */
async function inTime<T>(reading: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const missed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineMissedError(READ_DEADLINE)), milliseconds);
  });
  return Promise.race([reading, missed]).finally(() => clearTimeout(timer));
}
