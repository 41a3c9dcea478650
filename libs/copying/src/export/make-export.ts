import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Statements } from '#libs/database/src/sql.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import { MAX, NIL } from 'uuid';
import { shortEpoch } from '../position.js';
import { ChangedLines } from './changed-lines.js';
import { nameOf } from './export-file.js';
import type { ExportFolder } from './export-folder.js';
import { type Line, GzipFile } from './gzip-file.js';
import { merge } from './merge.js';

/** Some 600 kB, which the embedded database reads in some milliseconds while all else waits. */
const ROWS = 500;

interface State {
  version: string;
  epoch: string;
  changedAt: Date;
}

/**
 * Writes the directory at one version into a file, without a long transaction: on the embedded
 * database, which has one session for all, that would keep everybody waiting.
 *
 * Businesses are read in the order of their ids, a few hundred in a statement, each as it is then.
 * After that all that changed since the beginning is read in the order of the changes. The statement
 * that reads the last of it finds no more changes in its one state of the database: what was read is
 * then, change by change, all that makes up that state, and its version is that of the file. (So do
 * databases take a backup while they are written to, and so does anybody with an export and the
 * changes after it.)
 *
 * Where another process has just made the file of this version, there is nothing to do.
 *
 * @throws TooManyChangesError
 */
export async function makeExport(
  database: Statements,
  folder: ExportFolder,
  origin: string,
): Promise<void> {
  const begun = performance.now();
  await folder.make();
  await folder.removeParts();
  const parts = new Set<{ remove(): void }>();
  try {
    const start = await readState(database);
    if (await folder.has(start)) return;
    const base = new GzipFile(folder.part('businesses'));
    parts.add(base);
    for await (const line of allLines(database, origin)) base.add(line);
    base.flush();

    const changed = new ChangedLines(folder.part('changes'));
    parts.add(changed);
    const state = await readChanges(database, start, origin, changed);
    let file = base;
    if (changed.count > 0) {
      file = new GzipFile(folder.part('merged'));
      parts.add(file);
      merge(base, changed, file);
    }
    const { digest } = file.finish();
    const took = performance.now() - begun;
    const name = nameOf({ ...state, origin, madeAt: new Date(), took, digest });
    renameSync(file.path, join(folder.path, name));
    await folder.removeFormer(shortEpoch(state.epoch));
  } finally {
    for (const part of parts) part.remove();
  }
}

async function readState(database: Statements): Promise<State> {
  const { rows } = await database.query<State>(
    'SELECT version::text, epoch, changed_at AS "changedAt" FROM directory_version',
  );
  return rows[0]!;
}

async function* allLines(database: Statements, origin: string): AsyncGenerator<Line> {
  for (let after: string = NIL; ;) {
    const { rows } = await database.query<{ id: string; record: string }>(
      `SELECT id, record FROM businesses WHERE id > $1 AND removed_at IS NULL ORDER BY id LIMIT ${ROWS}`,
      [after],
    );
    for (const { id, record } of rows) yield { id, text: line(record, origin) };
    if (rows.length < ROWS) return;
    after = rows.at(-1)!.id;
  }
}

function line(record: string, PUBLIC_URL: string): string {
  return withOriginInJson(record, 1, { PUBLIC_URL });
}

interface ChangedRow extends State {
  /** Null, with the id, where nothing changed. */
  time: Date | null;
  id: string;
  record: string | null;
}

/** @returns the state that all has been read up to */
async function readChanges(
  database: Statements,
  start: State,
  origin: string,
  changed: ChangedLines,
): Promise<State> {
  let after: { time: Date; id: string } = { time: start.changedAt, id: MAX };
  for (;;) {
    const { rows } = await database.query<ChangedRow>(CHANGED, [
      after.time.toISOString(),
      after.id,
    ]);
    const { version, epoch, changedAt } = rows[0]!;
    if (epoch !== start.epoch) throw new Error('The directory was begun anew meanwhile.');
    const found = rows.filter(({ time }) => time !== null);
    for (const { id, record } of found) {
      changed.set(id, record === null ? null : line(record, origin));
    }
    if (found.length < ROWS) return { version, epoch, changedAt };
    after = { time: found.at(-1)!.time!, id: found.at(-1)!.id };
  }
}

/** By `updated_at`, which a new name of a category moves too. What was deleted may be there again. */
const CHANGED = `
  SELECT v.version::text, v.epoch, v.changed_at AS "changedAt", page.*
  FROM directory_version v LEFT JOIN LATERAL (
    (SELECT updated_at AS time, id, CASE WHEN removed_at IS NULL THEN record END AS record
     FROM businesses WHERE (updated_at, id) > ($1::timestamptz, $2::uuid)
     ORDER BY updated_at, id LIMIT ${ROWS})
    UNION ALL
    (SELECT deleted_at, id, NULL FROM deleted_records d
     WHERE type = 'business' AND (deleted_at, id) > ($1::timestamptz, $2::uuid)
       AND NOT EXISTS (SELECT FROM businesses b WHERE b.id = d.id)
     ORDER BY deleted_at, id LIMIT ${ROWS})
    ORDER BY time, id LIMIT ${ROWS}
  ) AS page ON true
  ORDER BY page.time, page.id`;
