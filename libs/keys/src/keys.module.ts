import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { KeyUsageObserver, KeyVerifier } from '#libs/rate-limit/src/key-verifier.js';
import { KeysService } from './administration/keys.service.js';
import { KeyLifecycleService } from './administration/key-lifecycle.service.js';
import { KeysController } from './administration/keys.controller.js';
import { KeysRepository } from './administration/keys.repository.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { ExpiryWarningsService } from './expiry/expiry-warnings.service.js';
import { LimitsController } from './limits/limits.controller.js';
import { LimitsService } from './limits/limits.service.js';
import { KeyMailsComposer } from './mails/key-mails.composer.js';
import { RequestMailsComposer } from './mails/request-mails.composer.js';
import { KeyRequestNotice } from './requests/key-request-notice.js';
import { KeyRequestsController } from './requests/key-requests.controller.js';
import { KeyRequestsRepository } from './requests/key-requests.repository.js';
import { KeyRequestsService } from './requests/key-requests.service.js';
import { ReviewController } from './review/review.controller.js';
import { ReviewService } from './review/review.service.js';
import { SecretMinter } from './secrets/secret-minter.js';
import { LinkMinter } from './status-link/link-minter.js';
import { StatusLinkController } from './status-link/status-link.controller.js';
import { StatusLinkService } from './status-link/status-link.service.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageRecorder } from './usage/usage-recorder.js';
import { UsageRetention } from './usage/usage-retention.js';
import { UsageRepository } from './usage/usage.repository.js';
import { UsageService } from './usage/usage.service.js';
import { ApiKeyVerifier } from './verification/api-key-verifier.js';
import { KeyVersionWatch } from './verification/key-version-watch.js';
import { SecretCache } from './verification/secret-cache.js';

const REQUESTS = [
  KeyRequestNotice,
  KeyRequestsRepository,
  KeyRequestsService,
  LinkMinter,
  ReviewService,
  StatusLinkService,
];
const MAILS = [DeliveriesService, KeyMailsComposer, RequestMailsComposer];
const KEYS = [
  ExpiryWarningsService,
  KeysRepository,
  KeysService,
  KeyLifecycleService,
  LimitsService,
  SecretMinter,
];
const USAGE = [UsageService, UsageRecorder, UsageRepository, UsageRetention];
const VERIFICATION = [KeyVersionWatch, SecretCache];

/**
 * API keys: requests, review, delivery by email, verification, usage statistics and administration.
 */
@Module({
  imports: [AdminModule, AttemptsModule, MailModule],
  controllers: [
    DeliveriesController,
    KeyRequestsController,
    KeysController,
    ReviewController,
    StatusLinkController,
    UsageController,
    LimitsController,
  ],
  providers: [
    ...REQUESTS,
    ...MAILS,
    ...KEYS,
    ...USAGE,
    ...VERIFICATION,
    { provide: KeyVerifier, useClass: ApiKeyVerifier },
    { provide: KeyUsageObserver, useExisting: UsageRecorder },
  ],
  exports: [KeyVerifier, KeyUsageObserver, KeyRequestsService, KeysRepository, StatusLinkService],
})
export class KeysModule {}
