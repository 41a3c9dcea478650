import { ApiError } from '../errors/api-error.js';

/** What there is too much for, or what is too slow. */
export type Bottleneck = 'database' | 'database_deadline' | 'event_loop';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on a request that was refused because it could not be answered in time. */
    shedFor?: Bottleneck;
  }
}

/** The refusal of a request that was not even tried. */
export class OverloadError extends ApiError {
  private constructor(readonly bottleneck: Exclude<Bottleneck, 'database_deadline'>) {
    super('unavailable', 'There are more requests than can be answered. Try again shortly.', {
      headers: { 'Retry-After': '5' },
    });
  }

  /** Made once: a refusal must cost less than an answer, and an error's stack is most of its cost. */
  static readonly of = {
    database: new OverloadError('database'),
    event_loop: new OverloadError('event_loop'),
  } satisfies Record<string, OverloadError>;
}
