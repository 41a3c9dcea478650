import { NIL, validate } from 'uuid';

/**
 * Position in the order of all changes: by transaction time, which is unique for each transaction,
 * then by kind (see `KINDS`), then by id.
 */
export interface Position {
  /** Series of changes that contains the position (see `directory_version.epoch`). */
  epoch: string;
  /** Milliseconds since 1970. */
  time: number;
  kind: number;
  id: string;
}

/** Types of changed records, in the order in which the changes of one transaction are returned. */
export const CHANGE_TYPES = ['category', 'business', 'event', 'deal'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** Kinds in their order. Deletions come first, because the same id may be inserted again. */
export const KINDS = ['deleted', ...CHANGE_TYPES] as const;

/** Position before the first change. */
export const BEGINNING = { time: -1, kind: 0, id: NIL };

/** Returns the position after all changes of the transaction with this time. */
export function endOf(epoch: string, time: Date): Position {
  return { epoch, time: time.getTime(), kind: KINDS.length, id: NIL };
}

/** Encodes a position as an opaque cursor for clients. */
export function toCursor({ epoch, time, kind, id }: Position): string {
  const place = kind === KINDS.length ? '' : `.${kind}.${id}`;
  return Buffer.from(`${shortEpoch(epoch)}.${time}${place}`).toString('base64url');
}

/** Length of the longest cursor, in characters. */
export const MAX_CURSOR = 100;

// 14 digits of milliseconds end in the year 5138. PostgreSQL cannot read ISO strings after 9999.
const CURSOR = /^([\da-f]{8})\.(\d{1,14})(?:\.([0-4])\.([\da-f-]{36}))?$/;

/**
 * Decodes a cursor. The `epoch` of the result is shortened (see `shortEpoch`).
 *
 * @returns undefined if the text is not a cursor
 */
export function readCursor(text: string): Position | undefined {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [, epoch, time, kind, id] = match;
  if (id === undefined) return { ...endOf(epoch!, new Date(Number(time))) };
  return validate(id) ? { epoch: epoch!, time: Number(time), kind: Number(kind), id } : undefined;
}

/** Returns the part of an epoch that cursors and file names contain. */
export function shortEpoch(epoch: string): string {
  return epoch.slice(0, 8);
}
