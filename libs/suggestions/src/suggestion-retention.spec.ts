import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { SUGGESTION_DECIDED } from './suggestion-decided.composer.js';
import { SuggestionRetention } from './suggestion-retention.js';
import { SuggestionsRepository } from './suggestions.repository.js';

const DAY = 86_400_000;

describe(SuggestionRetention.name, () => {
  const served = useMigratedDatabase();

  it('deletes a suggestion and the email about it more than 180 days after the decision', async () => {
    const { database } = served;
    const clock = new ManualClock();
    const suggest = (more: object) =>
      database.suggestion.create({ data: { about: 'phone', correction: '', source: '', ...more } });
    const decided = await suggest({ status: 'dismissed', decidedAt: clock.now() });
    const waiting = await suggest({});
    const data = { suggestionId: decided.id };
    const recipient = 'ada@example.org';
    await database.delivery.create({ data: { kind: SUGGESTION_DECIDED, recipient, data } });
    const retention = new SuggestionRetention(
      database,
      new SuggestionsRepository(database),
      new DeliveriesRepository(database),
      clock,
    );
    const left = async () => {
      await retention.work();
      const suggestions = await database.suggestion.findMany({ orderBy: { createdAt: 'asc' } });
      return [suggestions.map(({ id }) => id), await database.delivery.count()];
    };
    clock.advance(180 * DAY);
    expect(await left()).toEqual([[decided.id, waiting.id], 1]);
    clock.advance(1);
    expect(await left()).toEqual([[waiting.id], 0]);
  });
});
