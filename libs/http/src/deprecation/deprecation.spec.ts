import { Controller, Get, Param, Post } from '@nestjs/common';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { ApiError } from '../errors/api-error.js';
import { Deprecated } from './deprecated.decorator.js';

const OLD = { since: '2027-01-01', sunset: '2028-01-01', instead: 'Use /api/v1/new.' };

@Public()
@Controller('api/v1')
class ThingsController {
  @Get('old/:id')
  @Deprecated(OLD)
  old(@Param('id') id: string) {
    if (id === 'none') throw new ApiError('not_found', 'There is no such thing.');
    return {};
  }

  @Post('old/:id')
  change() {
    return {};
  }
}

describe('a deprecated operation', () => {
  const app = useTestApp({ controllers: [ThingsController] }, loadEnvironment({}));

  it.each([
    ['GET', '/api/v1/old/1'],
    ['HEAD', '/api/v1/old/1'],
    ['GET', '/api/v1/old/none'],
  ] as const)('is marked in the headers of each response: %s %s', async (method, url) => {
    const { headers } = await app.inject({ method, url });
    expect(headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      link: '</developers#deprecated>; rel="deprecation"; type="text/html"',
    });
  });

  it('is listed once, and other operations are not marked', async () => {
    const { headers } = await app.inject({ method: 'POST', url: '/api/v1/old/1' });
    expect(headers).not.toHaveProperty('deprecation');
    expect(headers).not.toHaveProperty('sunset');
    expect(app.getHttpAdapter().getInstance().deprecations).toEqual([
      { ...OLD, operation: 'GET /api/v1/old/:id' },
    ]);
  });
});
