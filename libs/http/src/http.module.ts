import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ErrorFilter } from './errors/error.filter.js';
import { NegotiationGuard } from './negotiation.guard.js';
import { InputPipe } from './validation/input.pipe.js';

/** What every route shares: denial by default, validated input, one form of failure. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: NegotiationGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class HttpModule {}
