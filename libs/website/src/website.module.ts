import { Global, Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { DealsModule } from '#libs/deals/src/deals.module.js';
import { EventsModule } from '#libs/events/src/events.module.js';
import { ErrorPages } from '#libs/http/src/errors/error-pages.js';
import { Assets } from './assets/assets.js';
import { AssetsController } from './assets/assets.controller.js';
import { BusinessPageController } from './business/business.controller.js';
import { WebsiteErrorPages } from './errors/website-error-pages.js';
import { Pages } from './pages/pages.js';

/** The public website. Global, since every error at its addresses is a page of it. */
@Global()
@Module({
  imports: [BusinessesModule, EventsModule, DealsModule],
  controllers: [AssetsController, BusinessPageController],
  providers: [Assets, Pages, { provide: ErrorPages, useClass: WebsiteErrorPages }],
  exports: [ErrorPages],
})
export class WebsiteModule {}
