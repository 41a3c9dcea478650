import { Module } from '@nestjs/common';
import { BusinessesModule } from '#libs/businesses/src/businesses.module.js';
import { DealsModule } from '#libs/deals/src/deals.module.js';
import { EditingModule } from '#libs/editing/src/editing.module.js';
import { EventsModule } from '#libs/events/src/events.module.js';
import { MailModule } from '#libs/mail/src/mail.module.js';
import { AttemptsModule } from '#libs/rate-limit/src/attempts/attempts.js';
import { SuggestionDecidedComposer } from './suggestion-decided.composer.js';
import { SuggestionReviewController } from './suggestion-review.controller.js';
import { SuggestionReviewService } from './suggestion-review.service.js';
import { SuggestionNotice } from './suggestion-notice.js';
import { SuggestionRetention } from './suggestion-retention.js';
import { SuggestionsRepository } from './suggestions.repository.js';
import { SuggestionsService } from './suggestions.service.js';

/** Visitors' suggestions about businesses, events and deals, and the admins' review of them. */
@Module({
  imports: [AttemptsModule, BusinessesModule, DealsModule, EditingModule, EventsModule, MailModule],
  controllers: [SuggestionReviewController],
  providers: [
    SuggestionsRepository,
    SuggestionsService,
    SuggestionReviewService,
    SuggestionDecidedComposer,
    SuggestionNotice,
    SuggestionRetention,
  ],
  exports: [SuggestionsService],
})
export class SuggestionsModule {}
