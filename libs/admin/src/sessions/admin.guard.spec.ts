import { Controller, Get } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Public, RequiresAdmin } from '#libs/http/src/access.js';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { AdminGuard, CurrentAdmin } from './admin.guard.js';
import { SessionsService } from './sessions.service.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';

const TOKEN = 'a'.repeat(43);

@Controller()
class Routes {
  @Get('admins-only')
  @RequiresAdmin()
  whoIsIt(@CurrentAdmin() admin: SignedInAdmin) {
    return admin;
  }

  @Get('for-all')
  @Public()
  forAll() {
    return 'Welcome.';
  }

  @Get('wrongly-declared')
  @Public()
  wronglyDeclared(@CurrentAdmin() admin: SignedInAdmin) {
    return admin;
  }
}

const find = async (token: string, address: string) =>
  token === TOKEN ? { id: '1', email: 'ada@example.org', name: 'Ada', address } : undefined;

const PARTS = {
  controllers: [Routes],
  providers: [
    { provide: SessionsService, useValue: { find } },
    { provide: APP_GUARD, useClass: AdminGuard },
  ],
};

describe(AdminGuard.name, () => {
  const app = useTestApp(PARTS, loadEnvironment({}));

  const get = (url: string, authorization?: string) =>
    app.inject({ url, headers: authorization === undefined ? {} : { authorization } });

  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`])(
    'admits %s and passes the admin and client address to the route',
    async (authorization) => {
      const { statusCode, headers, body } = await get('/admins-only', authorization);
      expect(statusCode).toBe(200);
      expect(JSON.parse(body)).toMatchObject({
        name: 'Ada',
        address: '127.0.0.1',
        httpRequestId: headers['x-request-id'],
      });
      expect(headers['x-request-id']).toBeDefined();
    },
  );

  it.each([
    ['no header', undefined],
    ['no token', 'Bearer '],
    ['another scheme', `Basic ${TOKEN}`],
    ['two tokens', `Bearer ${TOKEN} ${TOKEN}`],
    ['the bare token', TOKEN],
  ])('asks for a token given %s', async (_what, authorization) => {
    const { headers, body } = await get('/admins-only', authorization);
    expect(headers['www-authenticate']).toBe('Bearer realm="admin"');
    expect(body).not.toContain('Ada');
  });

  it('refuses an unknown token with `invalid_token`', async () => {
    const { headers, body } = await get('/admins-only', `Bearer ${'b'.repeat(43)}`);
    expect(headers['www-authenticate']).toBe('Bearer realm="admin", error="invalid_token"');
    expect(body).not.toContain('Ada');
  });

  it('admits everyone to other routes, but provides no admin there', async () => {
    expect((await get('/for-all')).body).toBe('Welcome.');
    const { statusCode } = await get('/wrongly-declared', `Bearer ${TOKEN}`);
    expect(statusCode).toBe(500);
  });
});
