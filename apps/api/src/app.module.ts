import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { ConfigModule } from '#libs/config/src/config.module.js';
import type { Environment } from '#libs/config/src/environment.js';
import { CopyingModule } from '#libs/copying/src/copying.module.js';
import { DatabaseModule } from '#libs/database/src/database.module.js';
import type { OpenDatabase } from '#libs/database/src/open-database.js';
import { DealsModule } from '#libs/deals/src/deals.module.js';
import { DirectoryIndexModule } from '#libs/directory-index/src/directory-index.module.js';
import { DirectoryModule } from '#libs/directory/src/directory.module.js';
import { EventsModule } from '#libs/events/src/events.module.js';
import { HttpModule } from '#libs/http/src/http.module.js';
import { ImportsModule } from '#libs/imports/src/uploads/imports.module.js';
import { KeysModule } from '#libs/keys/src/keys.module.js';
import { McpModule } from '#libs/mcp/src/mcp.module.js';
import { MetricsModule } from '#libs/metrics/src/metrics.module.js';
import { PlacesModule } from '#libs/places/src/places.module.js';
import { RateLimitModule } from '#libs/rate-limit/src/rate-limit.module.js';
import { ReconciliationModule } from '#libs/reconciliation/src/reconciliation.module.js';
import { ResponseCacheModule } from '#libs/response-cache/src/response-cache.module.js';
import { SuggestionsModule } from '#libs/suggestions/src/suggestions.module.js';
import { TilesModule } from '#libs/tiles/src/tiles.module.js';
import { WebhooksModule } from '#libs/webhooks/src/webhooks.module.js';
import { WebsiteModule } from '#libs/website/src/website.module.js';
import { ApiIndexController } from './api-index/api-index.controller.js';
import { HealthController } from './health/health.controller.js';
import { BacklogMetrics } from './metrics/backlog-metrics.js';
import { BacklogRepository } from './metrics/backlog.repository.js';
import { CacheMetrics } from './metrics/cache-metrics.js';
import { DatabaseMetrics } from './metrics/database-metrics.js';
import { STAGES } from './pipeline.js';

@Module({})
export class AppModule {
  static forRoot(environment: Environment, database: OpenDatabase): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(environment),
        DatabaseModule.forRoot(database),
        MetricsModule,
        RateLimitModule.forRoot(environment, KeysModule),
        HttpModule,
        AdminModule,
        DirectoryModule,
        DirectoryIndexModule,
        ResponseCacheModule,
        BusinessesModule,
        KeysModule,
        ImportsModule,
        PlacesModule,
        EventsModule,
        DealsModule,
        CopyingModule,
        SuggestionsModule,
        McpModule,
        ReconciliationModule,
        TilesModule,
        WebhooksModule,
        WebsiteModule,
      ],
      controllers: [ApiIndexController, HealthController],
      providers: [BacklogMetrics, BacklogRepository, CacheMetrics, DatabaseMetrics, ...STAGES],
    };
  }
}
