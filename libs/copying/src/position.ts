import { NIL, validate } from 'uuid';

/**
 * A place in the order of all changes: by the time of the transaction (each has its own), within it by
 * kind (see `KINDS`), within that by id.
 */
export interface Position {
  /** Names the series of changes that the place is in (see `directory_version.epoch`). */
  epoch: string;
  /** Milliseconds since 1970. */
  time: number;
  kind: number;
  id: string;
}

/** What changes are of, in the order in which those of one transaction are told. */
export const CHANGE_TYPES = ['category', 'business', 'event', 'deal'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** Rows that are gone come first, for what they were may be there again. */
export const KINDS = ['deleted', ...CHANGE_TYPES] as const;

/** Before anything. */
export const BEGINNING = { time: -1, kind: 0, id: NIL };

/** After all changes of the transaction that made them at this time. */
export function endOf(epoch: string, time: Date): Position {
  return { epoch, time: time.getTime(), kind: KINDS.length, id: NIL };
}

/** A position as callers hold it, who are not to look into it. */
export function toCursor({ epoch, time, kind, id }: Position): string {
  const place = kind === KINDS.length ? '' : `.${kind}.${id}`;
  return Buffer.from(`${shortEpoch(epoch)}.${time}${place}`).toString('base64url');
}

/** Characters of the longest cursor. */
export const MAX_CURSOR = 100;

const CURSOR = /^([\da-f]{8})\.(\d{1,15})(?:\.([0-4])\.([\da-f-]{36}))?$/;

/** @returns undefined for what is no cursor; `epoch` is only its beginning */
export function readCursor(text: string): Position | undefined {
  const match = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [, epoch, time, kind, id] = match;
  if (id === undefined) return { ...endOf(epoch!, new Date(Number(time))) };
  return validate(id) ? { epoch: epoch!, time: Number(time), kind: Number(kind), id } : undefined;
}

/** As much of it as cursors and the names of files carry. */
export function shortEpoch(epoch: string): string {
  return epoch.slice(0, 8);
}
