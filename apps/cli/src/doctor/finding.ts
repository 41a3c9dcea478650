/** Result of a check. */
export interface Finding {
  /** Name of the check. */
  check: string;
  /** A warning may cause a failure later. A problem causes one now. */
  state: 'ok' | 'warning' | 'problem';
  finding: string;
  /** Suggested action, if there is one. */
  advice?: string;
}

export function ok(check: string, finding: string): Finding {
  return { check, state: 'ok', finding };
}

export function warning(check: string, finding: string, advice: string): Finding {
  return { check, state: 'warning', finding, advice };
}

export function problem(check: string, finding: string, advice: string): Finding {
  return { check, state: 'problem', finding, advice };
}

/** Returns the reason of an error, without a final period. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replace(/\.$/, '');
}
