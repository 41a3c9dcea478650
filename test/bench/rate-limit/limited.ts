import { Controller, Get, Module, Res } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import { ConfigModule } from '#libs/config/src/config.module.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { RequiresKey } from '#libs/http/src/access.js';
import { createAdapter } from '#libs/http/src/create-adapter.js';
import { MetricsModule } from '#libs/metrics/src/metrics.module.js';
import { KeyUsageObserver, KeyVerifier } from '#libs/rate-limit/src/key-verifier.js';
import { RateLimitGuard, addMissingHeaders } from '#libs/rate-limit/src/rate-limit.guard.js';
import { RateLimitModule } from '#libs/rate-limit/src/rate-limit.module.js';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import { RateLimitWindowsRepository } from '#libs/rate-limit/src/storage/memory/rate-limit-windows.repository.js';
import { RecentTrafficRepository } from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import { TrafficRecorder } from '#libs/rate-limit/src/traffic/traffic-recorder.js';
import { addHttpHooks, HTTP_STAGES } from '../../../apps/api/src/pipeline.ts';
import { BODY } from '../contenders/body.ts';
import { StockStorage } from './stock.storage.ts';

/** A page behind our limiter. Keys need no database, so that only the limiter is measured. */
@Controller('api/v1/businesses')
@RequiresKey()
class PageController {
  @Get()
  get(@Res() reply: FastifyReply): void {
    void reply.type('application/json').send(BODY);
  }
}

class AnyKeyVerifier extends KeyVerifier {
  override async verify(text: string | undefined) {
    return { id: text!, limitPerHour: 10_000_000 };
  }
}

@Module({
  providers: [
    { provide: KeyVerifier, useClass: AnyKeyVerifier },
    { provide: KeyUsageObserver, useValue: { record: () => {} } },
  ],
  exports: [KeyVerifier, KeyUsageObserver],
})
class AnyKeyModule {}

const environment = loadEnvironment(process.env);
const building = Test.createTestingModule({
  imports: [
    ConfigModule.forRoot(environment),
    MetricsModule,
    RateLimitModule.forRoot(environment, AnyKeyModule),
  ],
  controllers: [PageController],
  providers: [{ provide: APP_GUARD, useExisting: RateLimitGuard }, ...HTTP_STAGES],
});
building.overrideProvider(RecentTrafficRepository).useValue({ add: async () => {} });
building.overrideProvider(RateLimitWindowsRepository).useValue({
  load: async () => [],
  save: async () => {},
  prune: async () => {},
  takeClearings: async () => [],
});
if (process.env.STOCK_STORAGE) {
  building.overrideProvider(FixedWindowStorage).useValue(new StockStorage());
}
const module = await building.compile();
const logger = pino({ level: 'silent' });
const app = module.createNestApplication<NestFastifyApplication>(
  createAdapter(environment, logger),
  { bodyParser: false, logger: false },
);
const fastify = app.getHttpAdapter().getInstance();
addHttpHooks(fastify, environment, logger);
fastify.addHook('onSend', addMissingHeaders(app.get(RateLimitGuard)));
fastify.addHook('onResponse', app.get(TrafficRecorder).count);
await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
