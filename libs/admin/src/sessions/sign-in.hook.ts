import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { clientAddress } from '#libs/http/src/client-address/client-address.js';
import { SignInThrottle } from './sign-in-throttle.js';

const ROUTE = '/admin/token';

/** Throttles sign-ins by address before their body is read. Guards run too late for that. */
@Injectable()
export class SignInHook implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly throttle: SignInThrottle,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.method !== 'POST' || request.routeOptions.url !== ROUTE) return done();
      this.throttle.admitAddress(clientAddress(request)).then(() => done(), done);
    });
  }
}
