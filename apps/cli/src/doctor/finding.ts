/** What a check of the doctor found. */
export interface Finding {
  /** What was checked. */
  check: string;
  /** A warning is of what will go wrong, a problem of what does. */
  state: 'ok' | 'warning' | 'problem';
  finding: string;
  /** What to do about it. */
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

/** Why something failed, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replace(/\.$/, '');
}
