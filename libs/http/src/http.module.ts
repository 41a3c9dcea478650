import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { DrainingService } from './draining/draining.service.js';
import { NegotiationGuard } from './negotiation.guard.js';
import { InputPipe } from './validation/input.pipe.js';
import { UnknownParametersInterceptor } from './validation/unknown-parameters.interceptor.js';

/** Applies access control, content negotiation and input validation to every route. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: NegotiationGuard },
    { provide: APP_INTERCEPTOR, useClass: UnknownParametersInterceptor },
    { provide: APP_PIPE, useClass: InputPipe },
    DrainingService,
  ],
  exports: [DrainingService],
})
export class HttpModule {}
