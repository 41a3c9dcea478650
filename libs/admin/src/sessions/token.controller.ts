import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBadRequestResponse,
  ApiConsumes,
  ApiDefaultResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { Public, RequiresAdmin } from '#libs/http/src/access.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { SESSION_SECONDS, SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { CurrentAdmin } from './admin.guard.js';
import { AccessToken, PasswordForm, TokenFailure } from './token.dto.js';

@ApiTags('Sign-in')
@Controller('admin/token')
export class TokenController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
  ) {}

  @Post()
  @Public()
  @RouteConfig({ body: 'form', failures: 'oauth' })
  @HttpCode(200)
  @ApiOperation({
    summary: 'Sign in',
    description:
      'Exchanges an email address and a password for a bearer token that is valid for eight hours. ' +
      'Failures in 15 minutes are limited to 10 per account, 30 per IPv4 address or IPv6 /64, and ' +
      '100 per IPv6 /48. Error responses have the form that OAuth clients expect (RFC 6749, section 5.2).',
  })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiOkResponse({ type: AccessToken, description: 'Signed in.' })
  @ApiBadRequestResponse({
    type: TokenFailure,
    description: 'The email address or password is wrong, or the form is invalid.',
  })
  @ApiTooManyRequestsResponse({
    type: TokenFailure,
    description:
      'Too many failed sign-ins, or too many sign-ins under way. Retry after `Retry-After` seconds.',
  })
  @ApiDefaultResponse({ type: TokenFailure, description: 'Any other failure.' })
  async signIn(@Body() form: PasswordForm, @ClientAddress() address: string): Promise<AccessToken> {
    return {
      access_token: await this.signIns.withPassword(form.username, form.password, address),
      token_type: 'bearer',
      expires_in: SESSION_SECONDS,
    };
  }

  @Delete()
  @RequiresAdmin()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Sign out',
    description: 'Revokes the token that the request carries.',
  })
  @ApiNoContentResponse({ description: 'The token is no longer valid.' })
  async signOut(@CurrentAdmin() admin: SignedInAdmin): Promise<void> {
    await this.sessions.close(admin);
  }
}
