import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { DEPRECATION_EXTENSION } from '#libs/http/src/deprecation/deprecated.decorator.js';
import { SCHEMAS } from '#libs/http/src/validation/field.js';
import type { Schema } from '#libs/http/src/openapi/api-success.js';
import {
  ADMIN_DESCRIPTION,
  ADMIN_TITLE,
  PUBLIC_DESCRIPTION,
  PUBLIC_TITLE,
  TAGS,
} from './descriptions.js';
import { describeErrors } from './errors.js';
import { describeHeaders } from './headers.js';
import { operationsOf, type ResponseObject } from './operations.js';
import { prefillLeast } from './prefilled.js';

export interface Documents {
  public: OpenAPIObject;
  admin: OpenAPIObject;
}

/**
 * Creates the two OpenAPI documents. Neither shows the routes of the other. Works in steps, because
 * doing everything at once would block the event loop for a third of a second.
 */
export async function createDocuments(
  app: INestApplication,
  environment: Environment,
): Promise<Documents> {
  const everything = await describeModules(app, environment);
  const publicDocument = only(SURFACES.api.prefix, everything, PUBLIC_TITLE, PUBLIC_DESCRIPTION);
  publicDocument.components!.securitySchemes = {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'API key, sent by email after a key request is approved.',
    },
  };
  publicDocument.servers = [
    { url: environment.PUBLIC_URL, description: 'Public URL.' },
    { url: '/', description: 'Server that this document was loaded from.' },
  ];
  const adminDocument = only(SURFACES.admin.prefix, everything, ADMIN_TITLE, ADMIN_DESCRIPTION);
  adminDocument.components!.securitySchemes = {
    admin: {
      type: 'oauth2',
      description: 'Sign in with an admin’s email address (as username) and password.',
      flows: { password: { tokenUrl: '/admin/token', scopes: {} } },
    },
  };
  return {
    public: await finish(publicDocument, { isPublic: true }),
    admin: await finish(adminDocument, { isPublic: false }),
  };
}

/**
 * Creates one document from the controllers of all modules. An operation without an id of its own
 * has the name of its method.
 */
async function describeModules(
  app: INestApplication,
  { PUBLIC_URL }: Environment,
): Promise<OpenAPIObject> {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setVersion('1')
    .setContact('Minnesota Business Directory', PUBLIC_URL, '')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .build();
  delete base.info.contact!.email;
  const everything: OpenAPIObject = { ...base, paths: {}, components: { schemas: {} } };
  for (const { metatype, controllers } of app.get(ModulesContainer).values()) {
    if (controllers.size === 0) continue;
    const part = SwaggerModule.createDocument(app, base, {
      include: [metatype],
      operationIdFactory: (_controller, method) => method,
    });
    Object.assign(everything.paths, part.paths);
    Object.assign(everything.components!.schemas!, part.components?.schemas);
    await endOfTurn();
  }
  return everything;
}

function only(
  prefix: string,
  document: OpenAPIObject,
  title: string,
  description: string,
): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith(prefix)),
  );
  const kept = { ...document, paths, info: { ...document.info, title, description } };
  const used = new Set(operationsOf(kept).flatMap(({ operation }) => operation.tags ?? []));
  const tags = TAGS.filter(({ name }) => used.has(name));
  return { ...kept, tags, components: { ...document.components } };
}

async function finish(
  document: OpenAPIObject,
  options: { isPublic: boolean },
): Promise<OpenAPIObject> {
  prefillLeast(document);
  describeDeprecations(document);
  await endOfTurn();
  describeErrors(document, options);
  describeOpenOperations(document);
  nameEnvelopes(document);
  await endOfTurn();
  describeHeaders(document, options);
  boundParameters(document);
  await endOfTurn();
  return withoutUnusedSchemas(document);
}

/** Explicitly marks operations without a security requirement as public. */
function describeOpenOperations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) operation.security ??= [];
}

/** Marks deprecated operations. States when they end and what replaces them. */
export function describeDeprecations(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const deprecation = operation[DEPRECATION_EXTENSION];
    if (!deprecation) continue;
    const { since, sunset, instead } = deprecation;
    operation.deprecated = true;
    operation.description = `Deprecated since ${since}, ends on ${sunset}. ${instead}\n\n${operation.description ?? ''}`;
  }
}

interface Parameter {
  name: string;
  in: string;
  schema: object;
}

const SLUG = { minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' };

/**
 * Constraints on path parameters. They keep paths unambiguous: `/events/{idOrSlug}` cannot match
 * `/events/{idOrSlug}.ics`.
 */
const IN_PATHS: Record<string, object> = {
  id: SCHEMAS.id,
  address: { minLength: 2, maxLength: 50, pattern: '^[0-9A-Fa-f:.%\\[\\]]+$' },
  idOrSlug: SLUG,
  slug: SLUG,
  token: { minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' },
};

/** Bounds path and header parameters, which Nest derives from the arguments of handlers. */
function boundParameters(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of (operation.parameters ?? []) as Parameter[]) {
      if (parameter.in === 'path') Object.assign(parameter.schema, IN_PATHS[parameter.name]);
      if (parameter.in === 'header') Object.assign(parameter.schema, { maxLength: 1_000 });
    }
  }
}

/** Moves the titled schemas of responses to `components`, so that generated clients name them. */
function nameEnvelopes(document: OpenAPIObject): void {
  // Both documents share the schemas of the modules, so this one gets its own copy.
  const schemas = { ...document.components!.schemas };
  document.components!.schemas = schemas;
  for (const { operation } of operationsOf(document)) {
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values((response as ResponseObject).content ?? {})) {
        const name = media.schema && 'title' in media.schema ? media.schema.title : undefined;
        if (name === undefined) continue;
        const schema = { ...(media.schema as Schema), title: undefined };
        const known = schemas[name];
        if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
          throw new Error(`Two different response schemas are named ${name}.`);
        }
        schemas[name] = schema;
        media.schema = { $ref: `#/components/schemas/${name}` };
      }
    }
  }
}

/** Removes schemas that nothing in the document refers to, directly or indirectly. */
function withoutUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const name of referredSchemas(part)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

function referredSchemas(part: unknown): string[] {
  const references = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name]) => name!);
}
