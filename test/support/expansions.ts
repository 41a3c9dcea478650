import {
  type ExpansionService,
  RuleRefusedError,
} from '#libs/events/src/occurrences/expansion.service.js';
import { expand, type Window } from '#libs/events/src/recurrence/expand.js';
import type { RecurringSchedule } from '#libs/events/src/recurrence/schedule.js';

/**
 * Expands rules without the service's thread, which needs the built program.
 *
 * @param before called before each expansion
 */
export function expansionsWithoutThread(
  before: (schedule: RecurringSchedule) => Promise<unknown> = async () => {},
): ExpansionService {
  return {
    async expand(schedule: RecurringSchedule, window: Window) {
      await before(schedule);
      const expansion = expand(schedule, window);
      if (!expansion) throw new RuleRefusedError('recurrence must give at least one date.');
      return expansion;
    },
  } as ExpansionService;
}
