import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answered } from '#libs/http/src/errors/answered.js';
import { writeAnswer } from './answer.js';
import { AnswerCache, answerKey } from './answer-cache.js';
import { chooseCoding } from './content-coding.js';
import { DirectoryVersion } from './directory-version.js';

/**
 * Answers at once what is kept in memory. A guard, since the interceptors, pipes and handler that
 * come after the guards take longer than all else there is to do.
 */
@Injectable()
export class KeptAnswerGuard implements CanActivate {
  constructor(
    private readonly version: DirectoryVersion,
    private readonly answers: AnswerCache,
  ) {}

  /** @throws Answered when it was */
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const coding = chooseCoding(request.headers['accept-encoding']);
    const { recent } = this.version;
    const kept = recent && this.answers.get(answerKey(coding, request), recent);
    if (!kept) return true;
    const reply = http.getResponse<FastifyReply>();
    void reply.send(writeAnswer(kept, request, reply));
    throw Answered.already;
  }
}
