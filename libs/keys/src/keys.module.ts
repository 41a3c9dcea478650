import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { KeyUsageObserver, KeyVerifier } from '#libs/rate-limit/src/api-keys.js';
import { KeyFinder } from './administration/key-finder.js';
import { KeyLife } from './administration/key-life.js';
import { KeyTransactions } from './administration/key-transactions.js';
import { KeysController } from './administration/keys.controller.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveryDesk } from './deliveries/delivery-desk.js';
import { ExpiryWarnings } from './expiry/expiry-warnings.js';
import { AcknowledgementComposer } from './mails/acknowledgement.composer.js';
import { AddressChangedComposer } from './mails/address-changed.composer.js';
import { AdminNoticeComposer } from './mails/admin-notice.composer.js';
import { ApprovalComposer } from './mails/approval.composer.js';
import { KeyNoticesComposer } from './mails/key-notices.composer.js';
import { MailedKeys } from './mails/mailed-keys.js';
import { RejectionComposer } from './mails/rejection.composer.js';
import { RotationComposer } from './mails/rotation.composer.js';
import { AdminNoticesService } from './requests/admin-notices.service.js';
import { KeyRequestsController } from './requests/key-requests.controller.js';
import { KeyRequests } from './requests/key-requests.js';
import { ReviewController } from './review/review.controller.js';
import { Review } from './review/review.js';
import { SecretMinter } from './secrets/secret-minter.js';
import { LinkMinter } from './status-link/link-minter.js';
import { StatusLinkController } from './status-link/status-link.controller.js';
import { StatusLink } from './status-link/status-link.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageRecorder } from './usage/usage-recorder.js';
import { UsageRetention } from './usage/usage-retention.js';
import { Usage } from './usage/usage.js';
import { ApiKeyVerifier } from './verification/api-key-verifier.js';
import { KeyVersionWatch } from './verification/key-version-watch.js';
import { SecretCache } from './verification/secret-cache.js';
import { SecretLookup } from './verification/secret-lookup.js';

const REQUESTS = [AdminNoticesService, KeyRequests, LinkMinter, Review, StatusLink];
const MAILS = [
  AcknowledgementComposer,
  AddressChangedComposer,
  AdminNoticeComposer,
  ApprovalComposer,
  DeliveryDesk,
  KeyNoticesComposer,
  MailedKeys,
  RejectionComposer,
  RotationComposer,
];
const KEYS = [ExpiryWarnings, KeyFinder, KeyLife, KeyTransactions, SecretMinter];
const USAGE = [Usage, UsageRecorder, UsageRetention];
const VERIFICATION = [KeyVersionWatch, SecretCache, SecretLookup];

/** Asking for a key, deciding on it, bringing it to its owner, knowing it again, and its later life. */
@Module({
  imports: [AdminModule, AttemptsModule, MailModule],
  controllers: [
    DeliveriesController,
    KeyRequestsController,
    KeysController,
    ReviewController,
    StatusLinkController,
    UsageController,
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
  exports: [KeyVerifier, KeyUsageObserver],
})
export class KeysModule {}
