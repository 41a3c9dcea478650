import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Environment } from '#libs/config/src/environment.js';
import { VERSION } from '#libs/config/src/project-root.js';
import { AllowsKey } from '#libs/http/src/access.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/query-parameters.interceptor.js';
import { MAX_QUERIES } from '#libs/imports/src/matching/match.dto.js';
import { BUSINESS, MATCHED, READABLE } from './properties.js';
import { ExtensionProposalQuery, ReconciliationInput, SuggestQuery } from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

const PATH = '/api/v1/reconcile';

/**
 * Speaks the W3C Reconciliation Service API 0.2. Clients find its operations in the manifest, and
 * its specification describes them, so they are not in the OpenAPI document. OpenRefine can't send
 * a key, so requests without one count against the client address.
 */
@ApiExcludeController()
@AllowsKey()
@IgnoresUnknownParameters()
@Controller(PATH)
export class ReconciliationController {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly environment: Environment,
  ) {}

  @Get()
  async get(@Query() input: ReconciliationInput): Promise<object> {
    return (await this.respond(input)) ?? this.manifest();
  }

  @Post()
  @HttpCode(200)
  @RouteConfig({ body: 'form', formLimit: 64 * 1024 })
  async post(@Body() input: ReconciliationInput): Promise<object> {
    const response = await this.respond(input);
    if (response) return response;
    throw new ApiError('invalid_body', 'Send a form with `queries` or `extend`.');
  }

  @Get('suggest/entity')
  async suggestEntities(@Query() { prefix, cursor }: SuggestQuery): Promise<object> {
    return { result: await this.reconciliation.suggest(prefix, cursor) };
  }

  @Get('suggest/property')
  suggestProperties(@Query() { prefix, cursor }: SuggestQuery): object {
    const text = prefix.toLowerCase();
    const found = MATCHED.filter((property) =>
      [property.id, property.name].some((each) => each.toLowerCase().startsWith(text)),
    );
    return { result: found.slice(cursor) };
  }

  @Get('properties')
  proposeProperties(@Query() { type, limit }: ExtensionProposalQuery): object {
    const known = type === BUSINESS.id ? READABLE : [];
    const properties = known.slice(0, limit).map(({ id, name }) => ({ id, name }));
    return { type, properties, ...(limit !== undefined && { limit }) };
  }

  private async respond({ queries, extend }: ReconciliationInput): Promise<object | undefined> {
    if (queries !== undefined) return this.reconciliation.reconcile(queries);
    if (extend !== undefined) return this.reconciliation.extend(extend);
    return undefined;
  }

  private manifest() {
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    const service = (path: string) => ({ service_url: PUBLIC_URL, service_path: PATH + path });
    return {
      versions: ['0.2'],
      name: SITE_NAME,
      identifierSpace: `${PUBLIC_URL}/b/`,
      schemaSpace: 'https://schema.org/LocalBusiness',
      documentation: `${PUBLIC_URL}/developers#reconciliation`,
      serviceVersion: VERSION,
      logo: `${PUBLIC_URL}/favicon.ico`,
      defaultTypes: [BUSINESS],
      batchSize: MAX_QUERIES,
      view: { url: `${PUBLIC_URL}/b/{{id}}` },
      preview: { url: `${PUBLIC_URL}/embed/b/{{id}}`, width: 400, height: 240 },
      suggest: { entity: service('/suggest/entity'), property: service('/suggest/property') },
      extend: { propose_properties: service('/properties'), property_settings: [] },
    };
  }
}
