import { parentPort } from 'node:worker_threads';
import { expand, type Window } from '../recurrence/expand.js';
import type { RecurringSchedule } from '../recurrence/schedule.js';

/** Expands rules in a worker thread, so that an expensive rule does not block the event loop. */
parentPort!.on('message', ([schedule, window]: [RecurringSchedule, Window]) => {
  parentPort!.postMessage(expand(schedule, window));
});
