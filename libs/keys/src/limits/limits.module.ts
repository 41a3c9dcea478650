import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { LimitsController } from './limits.controller.js';
import { LimitsService } from './limits.service.js';

/**
 * Lets admins read and reset rate limits. Separate from `KeysModule` because the rate limiter
 * depends on that one.
 */
@Module({})
export class LimitsModule {
  /** @param limiter module that exports `RateLimitWindows` */
  static forRoot(limiter: DynamicModule): DynamicModule {
    return {
      module: LimitsModule,
      imports: [AdminModule, limiter],
      controllers: [LimitsController],
      providers: [KeysRepository, LimitsService],
    };
  }
}
