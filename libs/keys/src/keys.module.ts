import { Module } from '@nestjs/common';
import { AdminModule } from '#libs/admin/src/admin.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.module.js';
import { KeyVerifier } from '#libs/rate-limit/src/key-verifier.js';
import { AcknowledgementComposer } from './mails/acknowledgement.composer.js';
import { AdminNoticeComposer } from './mails/admin-notice.composer.js';
import { ApprovalComposer } from './mails/approval.composer.js';
import { RejectionComposer } from './mails/rejection.composer.js';
import { AdminRecipients } from './requests/admin-recipients.js';
import { KeyRequestsController } from './requests/key-requests.controller.js';
import { KeyRequests } from './requests/key-requests.js';
import { ReviewController } from './review/review.controller.js';
import { Review } from './review/review.js';
import { SecretMinter } from './secrets/secret-minter.js';
import { ApiKeyVerifier } from './verification/api-key-verifier.js';

/** Asking for a key, deciding on it, bringing it to its owner, and knowing it again. */
@Module({
  imports: [AdminModule, AttemptsModule, MailModule],
  controllers: [KeyRequestsController, ReviewController],
  providers: [
    AcknowledgementComposer,
    AdminNoticeComposer,
    AdminRecipients,
    ApprovalComposer,
    KeyRequests,
    RejectionComposer,
    Review,
    SecretMinter,
    { provide: KeyVerifier, useClass: ApiKeyVerifier },
  ],
  exports: [KeyVerifier],
})
export class KeysModule {}
