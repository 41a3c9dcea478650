import { Controller, Get } from '@nestjs/common';
import { ApiOperation, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Deprecated } from '#libs/http/src/deprecation/deprecated.decorator.js';
import { createTestApp } from '../../../../test/support/test-app.ts';
import { describeDeprecations } from './documents.js';
import { describeHeaders } from './headers.js';
import type { Operation, ResponseObject } from './operations.js';

@Controller('api/v1')
class ThingsController {
  @Get('old')
  @ApiOperation({ operationId: 'old', description: 'Does something.' })
  @Deprecated({ since: '2027-01-01', sunset: '2028-01-01', instead: 'Use /api/v1/new.' })
  old() {}

  @Get('new')
  @ApiOperation({ operationId: 'new' })
  new() {}
}

it('marks only deprecated operations as deprecated in the document', async () => {
  const app = await createTestApp({ controllers: [ThingsController] }, loadEnvironment({}));
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  describeDeprecations(document);
  describeHeaders(document, { isPublic: true });
  const [old, present] = ['old', 'new'].map((path) => document.paths[`/api/v1/${path}`]!.get!);
  expect(old).toMatchObject({
    deprecated: true,
    description:
      'Deprecated since 2027-01-01, ends on 2028-01-01. Use /api/v1/new.\n\nDoes something.',
  });
  const headersOf = ({ responses }: Operation) =>
    Object.keys((responses[200] as ResponseObject).headers!);
  const names = ['Deprecation', 'Sunset', 'Link'];
  expect(headersOf(old!)).toEqual(expect.arrayContaining(names));
  expect(Object.keys(document.components!.headers!)).toEqual(expect.arrayContaining(names));
  expect(present!.deprecated).toBeUndefined();
  expect(headersOf(present!)).not.toContain('Deprecation');
  await app.close();
});
