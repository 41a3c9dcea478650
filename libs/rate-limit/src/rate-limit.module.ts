import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import type { Environment } from '#libs/config/src/environment.js';
import { RateLimitSubjects } from './rate-limit-subject.js';
import { RateLimitController } from './rate-limit.controller.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimitMetrics } from './rate-limit-metrics.js';
import { VisitorReads } from './reads/visitor-reads.js';
import { FixedWindowStorage } from './storage/fixed-window.storage.js';
import { RateLimitWindows } from './storage/rate-limit-windows.js';
import { RecentTrafficRepository } from './traffic/recent-traffic.repository.js';
import { TrafficRecorder } from './traffic/traffic-recorder.js';
import { storageProviders } from './storage/storage.providers.js';

/** Counts requests and limits them. */
@Module({})
export class RateLimitModule {
  /** @param keys the module that exports the `KeyVerifier` and the `KeyUsageObserver` */
  static forRoot(environment: Environment, keys: Type): DynamicModule {
    return {
      module: RateLimitModule,
      global: true,
      imports: [keys],
      controllers: [RateLimitController],
      providers: [
        RateLimitSubjects,
        RateLimitGuard,
        RateLimitMetrics,
        RecentTrafficRepository,
        TrafficRecorder,
        VisitorReads,
        ...storageProviders(environment),
        { provide: RateLimitWindows, useExisting: FixedWindowStorage },
        { provide: getStorageToken(), useExisting: FixedWindowStorage },
      ],
      exports: [FixedWindowStorage, RateLimitGuard, RateLimitWindows, VisitorReads],
    };
  }
}
