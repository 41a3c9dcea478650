import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Environment } from '#libs/config/src/environment.js';
import {
  ADMIN_DESCRIPTION,
  ADMIN_TITLE,
  PUBLIC_DESCRIPTION,
  PUBLIC_TITLE,
  TAGS,
} from './descriptions.js';
import { describeErrors } from './errors.js';
import { describeHeaders } from './headers.js';
import { operationsOf } from './operations.js';
import { withoutUnusedSchemas } from './unused-schemas.js';

export interface Documents {
  public: OpenAPIObject;
  admin: OpenAPIObject;
}

/** The two OpenAPI documents; neither shows the other's routes. */
export function createDocuments(app: INestApplication, environment: Environment): Documents {
  const everything = (title: string, description: string) =>
    SwaggerModule.createDocument(app, base(environment, title, description).build());

  const publicDocument = only('/api/v1', everything(PUBLIC_TITLE, PUBLIC_DESCRIPTION));
  publicDocument.components!.securitySchemes = {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'A key from the e-mail that answers a key request.',
    },
  };
  const adminDocument = only('/admin', everything(ADMIN_TITLE, ADMIN_DESCRIPTION));
  adminDocument.components!.securitySchemes = {
    admin: {
      type: 'oauth2',
      description: 'Sign in with an admin’s e-mail address (as username) and password.',
      flows: { password: { tokenUrl: '/admin/token', scopes: {} } },
    },
  };
  return {
    public: finish(publicDocument, { rateLimited: true }),
    admin: finish(adminDocument, { rateLimited: false }),
  };
}

function base({ PUBLIC_URL }: Environment, title: string, description: string): DocumentBuilder {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .setContact('Minnesota Business Directory', PUBLIC_URL, '')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server');
}

function only(prefix: string, document: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith(prefix)),
  );
  const kept = { ...document, paths };
  const used = new Set(operationsOf(kept).flatMap(({ operation }) => operation.tags ?? []));
  const tags = TAGS.filter(({ name }) => used.has(name));
  return { ...kept, tags, components: { ...document.components } };
}

function finish(document: OpenAPIObject, options: { rateLimited: boolean }): OpenAPIObject {
  delete document.info.contact!.email;
  describeErrors(document);
  describeHeaders(document, options);
  return withoutUnusedSchemas(document);
}
