import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/config/src/clock.js';
import type { Answer } from './answer.js';
import type { ContentCoding } from './content-coding.js';

const MAX_BYTES = 24 * 1024 * 1024;
export const MAX_ANSWERS = 10_000;
/** Of an entry besides its bytes and its address: headers and the objects that hold it all. */
const OVERHEAD_BYTES = 1024;

/** What an answer is kept under. */
export function answerKey(coding: ContentCoding, { url }: FastifyRequest): string {
  return `${coding} ${url}`;
}

/** Answers by what was asked for, as long as the directory stays at their version. */
@Injectable()
export class AnswerCache {
  /** Bounded by number and by bytes, of the addresses as well; the least used go first. */
  private readonly answers = new LRUCache<string, Answer>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => OVERHEAD_BYTES + 2 * key.length + bytes.length,
  });

  constructor(private readonly clock: Clock) {}

  /** How many answers are held, and in how many bytes. */
  get held(): { answers: number; bytes: number } {
    return { answers: this.answers.size, bytes: this.answers.calculatedSize };
  }

  get(key: string, version: string): Answer | undefined {
    const answer = this.answers.get(key);
    if (answer?.version !== version) return undefined;
    return answer.until && answer.until <= this.clock.now() ? undefined : answer;
  }

  set(key: string, answer: Answer): void {
    this.answers.set(key, { ...answer, bytes: detached(answer.bytes) });
  }
}

/** A copy of its own: bytes cut from a larger buffer would hold all of that in memory. */
function detached(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
