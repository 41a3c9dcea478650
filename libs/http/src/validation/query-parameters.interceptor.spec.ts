import { Controller, Get, Query } from '@nestjs/common';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { Public } from '../access.js';
import { PageQuery } from '../page-query.dto.js';
import {
  IgnoresUnknownParameters,
  QueryParametersInterceptor,
} from './query-parameters.interceptor.js';

@Public()
@Controller()
class ThingsController {
  @Get('list')
  list(@Query() query: PageQuery) {
    return query;
  }
  @Get('one')
  one() {
    return {};
  }
  @Get('page')
  @IgnoresUnknownParameters()
  page(@Query() query: PageQuery) {
    return query;
  }
}

describe(QueryParametersInterceptor.name, () => {
  const app = useTestApp({ controllers: [ThingsController] }, loadEnvironment({}));

  const get = async (url: string) => {
    const response = await app.inject({ url });
    return {
      status: response.statusCode,
      body: response.json<{ error?: { message: string } }>(),
    };
  };

  it.each(['/list', '/list?', '/list?page=2&limit=5', '/one', '/one?', '/one?&&'])(
    'accepts %s',
    async (url) => {
      expect((await get(url)).status).toBe(200);
    },
  );

  it.each([
    ['/list?pgae=1', '"pgae" is not known here. Did you mean "page"?'],
    ['/list?page=1&colour=red', '"colour" is not known here.'],
    ['/one?page=1', '"page" is not known here.'],
    ['/one?=', '"" is not known here.'],
    ['/one?__proto__=1', '"__proto__" is not known here.'],
    ['/one?a=1&b=2', '"a" is not known here. "b" is not known here.'],
    ['/one?%E9=1', '"%E9" is not known here.'],
  ])('refuses %s', async (url, message) => {
    const { status, body } = await get(url);
    expect([status, body.error]).toEqual([400, expect.objectContaining({ message })]);
  });

  it.each(['caf%E9', '%ED%A0%80', '100%', '%zz'])(
    'refuses %s, which is wrongly encoded',
    async (value) => {
      const message = 'page must be percent-encoded UTF-8, such as %C3%A9 for é and %25 for %.';
      const { status, body } = await get(`/list?limit=5&page=${value}`);
      expect([status, body.error]).toMatchObject([400, { message, details: [{ field: 'page' }] }]);
      expect((await get(`/page?limit=5&q=${value}`)).status).toBe(200);
    },
  );

  it('accepts any parameters on pages', async () => {
    expect(await get('/page?page=2&utm_source=mail')).toMatchObject({
      status: 200,
      body: { page: 2, limit: 20 },
    });
  });
});
