import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { RetentionTask } from '#libs/database/src/retention-task.js';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const KEPT_MS = 180 * 24 * 3_600_000;
/** Maximum number of suggestions deleted per run. */
const MOST_AT_ONCE = 1_000;

/** Deletes suggestions 180 days after the decision, including the visitor's address and texts. */
@Injectable()
export class SuggestionRetention extends RetentionTask {
  constructor(
    private readonly suggestions: SuggestionsRepository,
    private readonly clock: Clock,
  ) {
    super('suggestions');
  }

  override async prune(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.suggestions.removeDecidedBefore(oldest, MOST_AT_ONCE, SUGGESTION_DECIDED);
  }
}
