import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Places where a fault can be injected, and its effect. */
export const FAULTS = {
  statement: 'the connection breaks before the statement reaches PostgreSQL',
  answer: 'PostgreSQL runs the statement, and the connection breaks before its response arrives',
  refusal: 'PostgreSQL refuses the statement, because its disk is full',
  connection: 'PostgreSQL closes a new connection',
  write: 'the disk is full',
  mail: 'the mail server defers the mail',
  receipt:
    'the mail server accepts the mail, and the connection breaks before its response arrives',
} as const;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

/**
 * Memory of all threads of this process, because imports and exports run in threads: the index of
 * the armed fault, and how often its place has yet to be reached. New threads inherit it.
 */
const KEY = 'faults';
const memory =
  (getEnvironmentData(KEY) as Int32Array | undefined) ?? new Int32Array(new SharedArrayBuffer(8));
setEnvironmentData(KEY, memory);
const NONE = -1;

/** Makes the nth use of a place fail, counted from now. */
export function arm(fault: Fault, nth: number): void {
  Atomics.store(memory, 1, nth);
  Atomics.store(memory, 0, FAULT_NAMES.indexOf(fault));
}

export function disarm(): void {
  Atomics.store(memory, 0, NONE);
}

/** Reports whether the fault that was armed last has struck. */
export function hasStruck(): boolean {
  return Atomics.load(memory, 1) <= 0;
}

/** Counts a use of a place, and reports whether it must fail. */
export function strikes(fault: Fault): boolean {
  const isArmed = Atomics.load(memory, 0) === FAULT_NAMES.indexOf(fault);
  return isArmed && Atomics.sub(memory, 1, 1) === 1;
}
