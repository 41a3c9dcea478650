import { DirectoryError } from './directory-error.js';

/** Longest delay of a timer, in milliseconds. A longer one would end at once. */
const MAX_DELAY = 2 ** 31 - 1;

/** Aborts a request when its caller does, or when nothing arrives for a while. */
export class Deadline {
  private readonly controller = new AbortController();
  private isLate = false;

  constructor(
    private readonly ms: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Waits for data from the server.
   *
   * @throws DirectoryError `timeout` or `connection_failed`, or the caller's reason to abort
   */
  async until<Result>(arrives: Promise<Result>): Promise<Result> {
    const timer = setTimeout(
      () => {
        this.isLate = true;
        this.abort();
      },
      Math.min(this.ms, MAX_DELAY),
    );
    try {
      return await arrives;
    } catch (cause) {
      if (this.caller?.aborted) throw this.caller.reason;
      throw this.isLate
        ? new DirectoryError('timeout', `The server sent nothing for ${this.ms} ms.`)
        : new DirectoryError('connection_failed', 'The connection to the server failed.', {
            cause,
          });
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.caller?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => this.controller.abort();
}

/** Waits, unless the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_DELAY));
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
