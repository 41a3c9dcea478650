import { ApiError } from '../errors/api-error.js';

/** The overloaded resource. */
export type Bottleneck = 'database' | 'database_deadline' | 'event_loop';

/** Refuses a request before any work was done for it. */
export class OverloadError extends ApiError {
  private constructor(readonly bottleneck: Exclude<Bottleneck, 'database_deadline'>) {
    super('unavailable', 'The server is overloaded. Try again shortly.', {
      headers: { 'Retry-After': '5' },
    });
  }

  /** Shared instances: refusing must cost less than serving, and most of an error's cost is its stack. */
  static readonly of = {
    database: new OverloadError('database'),
    event_loop: new OverloadError('event_loop'),
  } satisfies Record<string, OverloadError>;
}
