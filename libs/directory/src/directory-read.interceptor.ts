import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { buildId } from '#libs/config/src/build.js';
import { Environment } from '#libs/config/src/environment.js';
import { replyOf, requestOf } from '#libs/http/src/exchange.js';
import { type Answer, CACHING, writeAnswer } from './answer.js';
import { AnswerCache, answerKey } from './answer-cache.js';
import { chooseCoding, type ContentCoding, encode } from './content-coding.js';
import type { DirectoryRead } from './directory-read.js';
import { DirectoryVersion } from './directory-version.js';
import { entityTag } from './entity-tag.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a `DirectoryRead`: 304 to callers who hold the present answer, else its bytes in the coding
 * that the caller prefers. The same address is read once a version and coding, however many ask for
 * it, and kept for `KeptAnswerGuard` to serve from then on.
 */
@Injectable()
export class DirectoryReadInterceptor implements NestInterceptor<DirectoryRead> {
  /** At most one for each read that has a connection of the `ReadPool`, or waits for one. */
  private readonly underWay = new Map<string, Promise<Answer>>();

  constructor(
    private readonly version: DirectoryVersion,
    private readonly answers: AnswerCache,
    private readonly environment: Environment,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<DirectoryRead>,
  ): Observable<Buffer | undefined> {
    const request = requestOf(context);
    const reply = replyOf(context);
    return from(this.find(request, next).then((answer) => writeAnswer(answer, request, reply)));
  }

  private async find(request: FastifyRequest, next: CallHandler<DirectoryRead>): Promise<Answer> {
    const coding = chooseCoding(request.headers['accept-encoding']);
    const key = answerKey(coding, request);
    const version = await this.version.current();
    const kept = this.answers.get(key, version);
    if (kept) return kept;

    const directoryRead = await firstValueFrom(next.handle());
    const subject = this.subject(request, directoryRead);
    const once = `${version} ${key}`;
    const reading =
      this.underWay.get(once) ??
      this.read(directoryRead, subject, coding)
        .then((answer) => this.keep(key, version, answer))
        .finally(() => this.underWay.delete(once));
    this.underWay.set(once, reading);
    return reading;
  }

  private async read(
    { read, until }: DirectoryRead,
    subject: string,
    coding: ContentCoding,
  ): Promise<Answer> {
    const { version, body, contentType = JSON_TYPE, movedTo } = await read();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return {
      version,
      status: movedTo ? 308 : 200,
      headers: {
        ...CACHING,
        ETag: entityTag(version, subject, coding),
        'Content-Type': contentType,
        ...(coding !== 'identity' && { 'Content-Encoding': coding }),
        ...(movedTo && { Location: movedTo }),
      },
      bytes: await encode(Buffer.from(text), coding),
      ...(until && { until }),
    };
  }

  private keep(key: string, expected: string, answer: Answer): Answer {
    this.answers.set(key, answer);
    // It was read from a later state than the one known of: the version is to be asked for again.
    if (answer.version !== expected) this.version.moved();
    return answer;
  }

  /** Records hold links, so the same directory under another address is another answer. */
  private subject({ routeOptions }: FastifyRequest, { criteria }: DirectoryRead): string {
    const { PUBLIC_URL } = this.environment;
    return `${buildId()}${PUBLIC_URL}${routeOptions.url}${JSON.stringify(criteria)}`;
  }
}
