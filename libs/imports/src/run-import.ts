import { setImmediate as nextTurn } from 'node:timers/promises';
import { VERSION } from '#libs/config/src/project-root.js';
import type { Environment } from '#libs/config/src/environment.js';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import { isUuid } from '#libs/text/src/identifiers.js';
import { cleanRecord } from './cleaning/clean-record.js';
import type { Note } from './cleaning/notes.js';
import { tidy } from './cleaning/text.js';
import type { RawRecord } from './columns/fields.js';
import { type Candidate, digestOf, identitiesOf, toCandidate } from './writing/candidate.js';
import type { Planned } from './writing/batch-plan.js';
import type { Edit, Edited } from './writing/edits.js';
import type { DirectoryWriter } from './writing/directory-writer.js';
import { type ImportSource, keyOf, UNNAMED } from './writing/import-source.js';
import type { RowListener, RowOutcome } from './report/row-report.js';
import type { Source } from './source/open-source.js';
import type { SourceRow } from './source/source-row.js';
import type { UnchangedRow } from './writing/source-rows.repository.js';
import { recordFieldOf, blankValues, type ValueChange } from './writing/values.js';

const BATCH = 1_000;
/**
 * Rows per batch of the embedded database, which blocks every other query while it writes them.
 * Fewer rows let a visitor's search through sooner, but an import then takes longer: with 25, a
 * quarter longer than with 100.
 */
const BATCH_EMBEDDED = 25;
/**
 * Rows read and cleaned before pending database responses are handled, which takes a few
 * milliseconds.
 */
const TURN = 16;
/**
 * Approximate maximum bytes of a batch in memory, because row sizes vary by a factor of a million.
 */
const BATCH_WEIGHT = 16 * 1024 * 1024;
/** Memory overhead of a cell in bytes, in addition to its characters. */
const CELL_WEIGHT = 32;

type Prepared = { rejected: string } | { candidate: Candidate; notes: readonly Note[] };

/** A row, cleaned unless an earlier import may have written the same row. */
type Read = SourceRow & {
  prepared?: Prepared;
  key?: string;
  edit?: Edit;
  /** Digest of the row before cleaning. */
  rawDigest?: string;
};

/** Rows of a batch, with outcomes except for rejected rows. */
type Written = { read: Read; planned?: Planned | Edited; unchanged?: UnchangedRow }[];

/** Returns the number of rows per batch for the configured database. */
export function rowsInBatch({ DATABASE_URL }: Pick<Environment, 'DATABASE_URL'>): number {
  return DATABASE_URL ? BATCH : BATCH_EMBEDDED;
}

/**
 * Imports a source to its end or until interrupted, and reports the outcome of every row. While
 * the database writes one batch, reports the previous batch and reads and cleans the next one.
 *
 * @param signal interrupts between two batches; rows written and reported so far are kept
 * @param rows maximum rows per transaction
 * @returns whether it reached the end of the source
 */
export async function runImport(
  source: Pick<Source, 'rows'>,
  writer: DirectoryWriter,
  signal: AbortSignal,
  listener: RowListener,
  rows = BATCH,
): Promise<boolean> {
  let batch: Read[] = [];
  let weight = 0;
  let writing: Promise<Written> = Promise.resolve([]);
  let areMostUnchanged = false;
  const write = async () => {
    const before = await writing;
    areMostUnchanged = before.filter(({ unchanged }) => unchanged).length * 2 > before.length;
    const isPlanned = new Promise<void>((resolve) => {
      writing = writeBatch(batch, writer, resolve).finally(resolve);
    });
    // Awaited with the next batch. This handler only prevents an unhandled rejection.
    writing.catch(() => {});
    batch = [];
    weight = 0;
    // A plan runs many small queries. Reading rows now would delay each of them.
    await isPlanned;
    await reportRows(before, writer, listener);
  };
  try {
    for await (const row of source.rows()) {
      if (signal.aborted) break;
      const read = begin(row, writer);
      // While the database writes. Rows that are probably unchanged are looked up first.
      if (!areMostUnchanged) clean(read, writer);
      batch.push(read);
      weight += weightOf(row);
      if (batch.length >= rows || weight >= BATCH_WEIGHT) await write();
      else if (batch.length % TURN === 0) await nextTurn();
    }
    const isWhole = !signal.aborted;
    if (isWhole) await write();
    return isWhole;
  } finally {
    await reportRows(await writing, writer, listener);
  }
}

function weightOf({ cells }: SourceRow): number {
  return cells.reduce((sum, cell) => sum + CELL_WEIGHT + 2 * cell.length, 0);
}

function begin(row: SourceRow, { source }: DirectoryWriter): Read {
  if ('problem' in row) return { ...row, prepared: { rejected: row.problem } };
  const id = tidy(row.record.id);
  const edit = id !== null && isUuid(id) && { id: id.toLowerCase(), ...row };
  const { idColumn } = source;
  const key = idColumn === null ? undefined : keyOf(row.record);
  if (key === null) {
    const rejected = `The id column ${idColumn} of its source is blank.`;
    return { ...row, prepared: { rejected } };
  }
  if (edit) return { ...row, edit, key };
  return { ...row, key, rawDigest: digestOf([VERSION, row.record]) };
}

function clean(read: Read, { source, today }: DirectoryWriter): Prepared {
  if ('problem' in read) return read.prepared!;
  return (read.prepared ??= prepare(read, source, today));
}

function prepare(
  { line, record, notes = [], key, rawDigest }: Extract<Read, { record: RawRecord }>,
  source: ImportSource,
  today: LocalDate,
): Prepared {
  const cleaned = cleanRecord(record, today);
  if ('rejected' in cleaned) return cleaned;
  // Files of the unnamed source come from different publishers, so a blank cell must not withdraw
  // another publisher's value.
  const blank = source.id === UNNAMED.id ? [] : [...blankValues(record), ...cleaned.empty];
  const isOfToday = cleaned.business.specialHours.length > 0;
  const cleanedFrom =
    rawDigest !== undefined && !isOfToday ? { rawDigest, notes: cleaned.notes } : undefined;
  const candidate = toCandidate({ row: cleaned.business, key, line, blank, cleanedFrom });
  return { candidate, notes: [...cleaned.notes, ...notes] };
}

async function writeBatch(
  batch: readonly Read[],
  writer: DirectoryWriter,
  onPlanned: () => void,
): Promise<Written> {
  const edits = batch.flatMap(({ edit }) => edit ?? []);
  const edited = edits.length > 0 ? await writer.edit(edits) : new Map<Edit, Edited>();
  const unchanged = await findUnchanged(batch, writer);
  const kept = batch.flatMap((read) => {
    if (unchanged.has(read) || (read.edit && edited.has(read.edit))) return [];
    const row = clean(read, writer);
    return 'candidate' in row ? [row.candidate] : [];
  });
  const planned = kept.length > 0 ? await writer.write(kept, onPlanned) : [];
  let next = 0;
  return batch.map((read) => {
    const known = unchanged.get(read);
    if (known) {
      writer.markSeen(known, known.id, read.line);
      return { read, unchanged: known };
    }
    noteRejected(read, writer);
    const asEdit = read.edit && edited.get(read.edit);
    const isKept = read.prepared && 'candidate' in read.prepared;
    return { read, planned: asEdit ?? (isKept ? planned[next++] : undefined) };
  });
}

/**
 * Notes which business a row may be if it is rejected, because a complete file does not lack it: the
 * one with its id, or with the identities that it would have in Minnesota. A row that is damaged, or
 * only lacks its id, may be of any business.
 */
function noteRejected(read: Read, writer: DirectoryWriter): void {
  const { source, today, seen } = writer;
  if ('problem' in read) {
    writer.unidentifiedRows++;
    return;
  }
  if (read.key !== undefined) return seen.add(read.key, 0);
  const isRejected = read.prepared && 'rejected' in read.prepared;
  if (!isRejected || source.id === UNNAMED.id) return;
  if (source.idColumn !== null) {
    if (!('rejected' in cleanRecord(read.record, today))) writer.unidentifiedRows++;
    return;
  }
  const cleaned = cleanRecord({ ...read.record, state: 'MN', country: '' }, today);
  if ('rejected' in cleaned) return;
  const candidate = toCandidate({ row: cleaned.business, line: read.line });
  for (const identity of identitiesOf(candidate)) seen.add(identity, 0);
}

/**
 * Finds the rows of a batch that an earlier import already wrote, and cleans the others. A row that
 * shares an identity or key with another one of the batch is cleaned, because the two are compared.
 */
async function findUnchanged(
  batch: readonly Read[],
  writer: DirectoryWriter,
): Promise<Map<Read, UnchangedRow>> {
  const found = await writer.findUnchanged(batch.flatMap(({ rawDigest }) => rawDigest ?? []));
  const unchanged = new Map<Read, UnchangedRow>();
  const identities = new Set<string>();
  for (const [index, read] of batch.entries()) {
    const known = read.rawDigest === undefined ? undefined : found.get(read.rawDigest);
    if (known) {
      unchanged.set(read, known);
      // A second row with this content repeats the first.
      found.delete(known.rawDigest);
      continue;
    }
    if (!read.prepared && index % TURN === 0) await nextTurn();
    const row = clean(read, writer);
    if (!('candidate' in row)) continue;
    for (const identity of identitiesOf(row.candidate)) identities.add(identity);
    if (read.key !== undefined) identities.add(read.key);
  }
  for (const [read, { identity, key }] of unchanged) {
    if (identities.has(identity) || identities.has(key)) unchanged.delete(read);
  }
  return unchanged;
}

async function reportRows(
  written: Written,
  writer: DirectoryWriter,
  listener: RowListener,
): Promise<void> {
  for (const [index, row] of written.entries()) {
    if (index % TURN === 0) await nextTurn();
    const { line, cells } = row.read;
    await listener({ line, cells, ...outcomeOf(row, writer) });
  }
}

function outcomeOf(
  { read, planned, unchanged }: Written[number],
  { dryRun }: DirectoryWriter,
): RowOutcome {
  if (unchanged) {
    const { id, slug, notes } = unchanged;
    const ofRow = 'record' in read ? (read.notes ?? []) : [];
    const businessId = dryRun ? {} : { businessId: id };
    return { kind: 'unchanged', slug, ...businessId, notes: [...notes, ...ofRow] };
  }
  const { line, key, edit, prepared: row } = read;
  if (!planned) return { kind: 'rejected', reason: row && 'rejected' in row ? row.rejected : '' };
  if (planned.outcome === 'rejected') return { kind: 'rejected', reason: planned.reason };
  const { business } = planned;
  if (planned.outcome === 'repeatsId') {
    const lines = `Lines ${planned.firstLine} and ${line}`;
    const reason = edit
      ? `${lines} change one business, ${edit.id}, in different ways. Line ${planned.firstLine} ` +
        `was imported; leave out one of them.`
      : `${lines} have one id, ${excerpt(key!, 40)}, but name different businesses. ` +
        `Line ${planned.firstLine} was imported; give the business on line ${line} its own id.`;
    return { kind: 'rejected', reason, notes: ['idRepeated'] };
  }
  const cleaned = 'notes' in planned ? planned.notes : row && 'notes' in row ? row.notes : [];
  const similar = 'similar' in planned ? planned.similar : undefined;
  const more: Note[] = [];
  if (business.isRemoved) more.push('removedBefore');
  if (similar) more.push('perhapsSame');
  return {
    kind: planned.outcome,
    slug: business.slug,
    ...(!dryRun && { businessId: business.id }),
    ...('changes' in planned && planned.changes?.length && beforeAndAfter(planned.changes)),
    notes: [...cleaned, ...more],
    ...(similar && { similarTo: similar.slug }),
  };
}

function beforeAndAfter(changes: readonly ValueChange[]) {
  const pick = (state: 'before' | 'after') =>
    Object.fromEntries(
      changes.map((change) => [recordFieldOf(change.field), change[state] ?? null]),
    );
  return { before: pick('before'), after: pick('after') };
}
