import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { LimitsController } from './limits.controller.js';
import { LimitsService } from './limits.service.js';

/** Looking after the limits of keys and addresses. It is beside `KeysModule`, which the limiter needs. */
@Module({})
export class LimitsModule {
  /** @param limiter the module that exports the `RateLimitWindows` */
  static forRoot(limiter: DynamicModule): DynamicModule {
    return {
      module: LimitsModule,
      imports: [AdminModule, limiter],
      controllers: [LimitsController],
      providers: [LimitsService],
    };
  }
}
