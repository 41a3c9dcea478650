import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Environment } from '#libs/config/src/environment.js';
import { ADMIN_TITLE, PUBLIC_TITLE } from './descriptions.js';
import { createDocuments, type Documents } from './documents.js';

/** Serves `/docs` with `/openapi.json`, and `/admin/docs` with `/admin/openapi.json`. */
export function serveDocuments(app: INestApplication, environment: Environment): void {
  let documents: Documents | undefined;
  // Made when first asked for: it takes time that a start should not.
  const document = (which: keyof Documents) => () =>
    (documents ??= createDocuments(app, environment))[which];
  const swaggerOptions = {
    persistAuthorization: false,
    tryItOutEnabled: true,
    docExpansion: 'list',
  };
  SwaggerModule.setup('admin/docs', app, document('admin'), {
    jsonDocumentUrl: 'admin/openapi.json',
    raw: ['json'],
    customSiteTitle: ADMIN_TITLE,
    swaggerOptions,
  });
  SwaggerModule.setup('docs', app, document('public'), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: PUBLIC_TITLE,
    swaggerOptions,
  });
}
