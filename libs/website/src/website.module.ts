import { Global, Module } from '@nestjs/common';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { KeysModule } from '#libs/keys/src/keys.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { DealsModule } from '#libs/deals/src/deals.module.js';
import { EventsModule } from '#libs/events/src/events.module.js';
import { ImportsModule } from '#libs/imports/src/uploads/imports.module.js';
import { ErrorPages } from '#libs/http/src/errors/error-pages.js';
import { AboutController } from './about/about.controller.js';
import { SuggestionsModule } from '#libs/suggestions/src/suggestions.module.js';
import { Assets } from './assets/assets.js';
import { AssetsController } from './assets/assets.controller.js';
import { BusinessPageController } from './business/business.controller.js';
import { DealsPageController } from './deals/deals.controller.js';
import { ClientPackageController } from './developers/client-package.controller.js';
import { DevelopersController } from './developers/developers.controller.js';
import { WebsiteErrorPages } from './errors/website-error-pages.js';
import { EventsPageController } from './events/events.controller.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { FormPages } from './forms/form-pages.js';
import { FormTokens } from './forms/form-tokens.js';
import { FormsService } from './forms/forms.service.js';
import { KeyRequestController } from './key-requests/key-request.controller.js';
import { KeyRequestStatusController } from './key-requests/key-request-status.controller.js';
import { HomeController } from './home/home.controller.js';
import { IndexesController } from './landing/indexes.controller.js';
import { ListingsController } from './landing/listings.controller.js';
import { SiteFilesController } from './site-files/site-files.controller.js';
import { SitemapsController } from './site-files/sitemaps.controller.js';
import { MapController } from './map/map.controller.js';
import { MapService } from './map/map.service.js';
import { StreetMapController } from './map/street-map.controller.js';
import { StreetTiles } from './map/street-tiles.js';
import { NewBusinesses } from './new/new-businesses.service.js';
import { NewBusinessesController } from './new/new.controller.js';
import { OwnerLinkComposer } from './owners/owner-link.composer.js';
import { OwnerLinks } from './owners/owner-links.service.js';
import { OwnersController } from './owners/owners.controller.js';
import { Pages } from './pages/pages.js';
import { QualityModule } from '#libs/quality/src/quality.module.js';
import { FormKeysRepository } from './forms/form-keys.repository.js';
import { QualityPageController } from './quality/quality.controller.js';
import { ReportsController } from './reports/reports.controller.js';
import { SavedController } from './saved/saved.controller.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { SuggestController } from './suggest/suggest.controller.js';
import { SuggestionsController } from './search/suggestions.controller.js';
import { WebhooksModule } from '#libs/webhooks/src/webhooks.module.js';

/**
 * The public website. The module is global, because every error at its addresses is rendered as a
 * page.
 */
@Global()
@Module({
  imports: [
    AttemptsModule,
    MailModule,
    SuggestionsModule,
    KeysModule,
    BusinessesModule,
    EventsModule,
    DealsModule,
    ImportsModule,
    QualityModule,
    WebhooksModule,
  ],
  controllers: [
    HomeController,
    IndexesController,
    ListingsController,
    AssetsController,
    BusinessPageController,
    SearchController,
    SavedController,
    SuggestionsController,
    MapController,
    StreetMapController,
    DealsPageController,
    EventsPageController,
    NewBusinessesController,
    FeedsController,
    SiteFilesController,
    SitemapsController,
    DevelopersController,
    ClientPackageController,
    AboutController,
    KeyRequestController,
    KeyRequestStatusController,
    ReportsController,
    QualityPageController,
    OwnersController,
    SuggestController,
  ],
  providers: [
    Assets,
    Pages,
    FormPages,
    FormsService,
    FormKeysRepository,
    FormTokens,
    OwnerLinks,
    OwnerLinkComposer,
    SearchService,
    NewBusinesses,
    MapService,
    StreetTiles,
    { provide: ErrorPages, useClass: WebsiteErrorPages },
  ],
  exports: [ErrorPages],
})
export class WebsiteModule {}
