import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import type { Answer } from './answer.js';
import type { ContentCoding } from './content-coding.js';

const MAX_BYTES = 24 * 1024 * 1024;
/** Of an entry besides its bytes and its address: headers and the objects that hold it all. */
const OVERHEAD_BYTES = 1024;

/** What an answer is kept under. */
export function answerKey(coding: ContentCoding, { url }: FastifyRequest): string {
  return `${coding} ${url}`;
}

/** Answers by what was asked for, as long as the directory stays at their version. */
@Injectable()
export class AnswerCache {
  private readonly answers = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => OVERHEAD_BYTES + 2 * key.length + bytes.length,
  });

  constructor(private readonly clock: Clock) {}

  get(key: string, version: string): Answer | undefined {
    const answer = this.answers.get(key);
    if (answer?.version !== version) return undefined;
    return answer.until && answer.until <= this.clock.now() ? undefined : answer;
  }

  set(key: string, answer: Answer): void {
    this.answers.set(key, answer);
  }
}
