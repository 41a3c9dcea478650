/** Seconds before each consecutive restart. The last value repeats. */
const PAUSES_S = [1, 2, 5, 10, 30];
/** Milliseconds after which a process counts as stable, which starts over with the first pause. */
const STABLE_MS = 60_000;

/** Pauses between a process that died and its restart. */
export class RestartPauses {
  /** Number of consecutive processes that soon died. */
  private failures = 0;
  private startedAt = 0;

  /** A process has started. */
  started(): void {
    this.startedAt = Date.now();
  }

  /** The process has died. Returns the seconds to wait before the next one. */
  died(): number {
    if (Date.now() - this.startedAt >= STABLE_MS) this.failures = 0;
    return PAUSES_S[this.failures++] ?? PAUSES_S.at(-1)!;
  }
}
