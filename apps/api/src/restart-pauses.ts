/** Seconds before each consecutive restart. The last value repeats. */
const PAUSES_S = [1, 2, 5, 10, 30];
/** Milliseconds after which a process counts as stable, so that the first pause applies again. */
const STABLE_MS = 60_000;

/** Chooses the pause between the death of a process and its restart. */
export class RestartPauses {
  /** Number of consecutive processes that died before they were stable. */
  private failures = 0;
  private startedAt = 0;

  /** Records the start of a process. */
  started(): void {
    this.startedAt = performance.now();
  }

  /** Records its death and returns the seconds to wait before the restart. */
  died(): number {
    if (performance.now() - this.startedAt >= STABLE_MS) this.failures = 0;
    return PAUSES_S[this.failures++] ?? PAUSES_S.at(-1)!;
  }
}
