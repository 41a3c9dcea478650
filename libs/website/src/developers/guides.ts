import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Environment } from '#libs/config/src/environment.js';
import { ADDRESS_LIMIT } from '#libs/rate-limit/src/limits.js';
import type { Language } from '../texts/language.js';
import { guideInEnglish } from './guide.en.js';
import { guideInSpanish } from './guide.es.js';
import type { Facts } from './guide.js';
import type { Prose } from '../prose/prose.js';

/** By the tag of their language. */
const GUIDES: Record<string, (facts: Facts) => Prose> = {
  en: guideInEnglish,
  es: guideInSpanish,
};

/** How to use the API, with what holds for this server. */
@Injectable()
export class Guides {
  constructor(
    private readonly environment: Environment,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  in({ tag, locale }: Language): Prose {
    const { PUBLIC_URL, DEFAULT_LIMIT_PER_HOUR } = this.environment;
    const guide = GUIDES[tag] ?? guideInEnglish;
    return guide({
      origin: PUBLIC_URL,
      keyLimit: DEFAULT_LIMIT_PER_HOUR.toLocaleString(locale),
      addressLimit: ADDRESS_LIMIT.toLocaleString(locale),
      deprecations: this.host.httpAdapter.getInstance().deprecations,
    });
  }
}
