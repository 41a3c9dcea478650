import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 180 * 24 * HOUR_MS;
/** Maximum number of suggestions deleted per run. */
const MOST_AT_ONCE = 1_000;

/**
 * Deletes suggestions 180 days after the decision, including the visitor's address and texts, and
 * the emails about the decision, which also contain the address.
 */
@Injectable()
export class SuggestionRetention extends BackgroundTask {
  constructor(
    private readonly database: Database,
    private readonly suggestions: SuggestionsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {
    super({
      everyMs: HOUR_MS,
      runsAtStart: true,
      failure: 'Could not delete old suggestions.',
    });
  }

  override async work(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    const ids = await this.suggestions.findDecidedBefore(oldest, MOST_AT_ONCE);
    if (ids.length === 0) return;
    await this.database.$transaction(async (tx) => {
      await this.deliveries.removeAbout(SUGGESTION_DECIDED, 'suggestionId', ids, tx);
      await this.suggestions.remove(ids, tx);
    });
  }
}
