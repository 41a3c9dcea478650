import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Environment } from '#libs/config/src/environment.js';
import type { DeprecatedOperation } from '#libs/http/src/deprecation/deprecations.js';
import { ADDRESS_LIMIT } from '#libs/rate-limit/src/limits.js';
import { WebhooksService } from '#libs/webhooks/src/webhooks.service.js';
import type { PageContext } from '../pages/page-context.js';
import type { Prose } from '../prose/prose.js';

/** Writes the API guide for this server's configuration. */
@Injectable()
export class Guides {
  constructor(
    private readonly environment: Environment,
    private readonly webhooks: WebhooksService,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  get deprecations(): readonly DeprecatedOperation[] {
    return this.host.httpAdapter.getInstance().deprecations;
  }

  for(page: PageContext): Prose {
    return page.t.developers.guide({
      origin: page.origin,
      keyLimit: page.number(this.environment.DEFAULT_LIMIT_PER_HOUR),
      addressLimit: page.number(ADDRESS_LIMIT),
      hasWebhooks: this.webhooks.isAvailable,
      deprecations: this.deprecations,
    });
  }
}
