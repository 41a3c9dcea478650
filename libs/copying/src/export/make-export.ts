import type { Statements } from '#libs/database/src/sql.js';
import type { DirectoryState } from '#libs/directory/src/directory.repository.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import { MAX, NIL } from 'uuid';
import { shortEpoch } from '../position.js';
import { ChangedLines } from './changed-lines.js';
import { ExportRepository } from '../copying.repository.js';
import type { ExportFolder } from './export-folder.js';
import { gzipLines, readGzipLines, writeHashed } from './lines.js';

/**
 * Rows per statement, about 600 kB. The embedded database reads them in a few milliseconds, while
 * everything else waits.
 */
const ROWS = 500;

/**
 * Writes the directory at one version to a file, without a long transaction. A long transaction
 * would block every other query of the embedded database, which has only one session.
 *
 * Reads the businesses by id, a few hundred per statement, each in its state at that time. Then
 * reads everything that changed since the start, in the order of the changes. The last of these
 * statements finds no further changes in its snapshot, so what was read adds up to exactly that
 * snapshot, and the file gets its version. Databases take online backups in the same way, and so
 * does any client that applies changes to an export.
 *
 * Does nothing if another process has just written the file of this version.
 *
 * @throws TooManyChangesError if too many businesses change while the file is written
 */
export async function makeExport(
  database: Statements,
  folder: ExportFolder,
  origin: string,
): Promise<void> {
  const startedAt = performance.now();
  const repository = new ExportRepository(database);
  await folder.make();
  await folder.removeParts();
  const start = await repository.state();
  const epoch = shortEpoch(start.epoch);
  if (await folder.has({ ...start, format: 'ndjson', epoch })) return;
  let path = folder.part('businesses');
  const changed = new ChangedLines(folder.part('changes'));
  try {
    let digest = await writeHashed(path, gzipLines(allLines(repository, origin)));
    const state = await readChanges(repository, start, origin, changed);
    if (changed.count > 0) {
      const lines = changed.applyTo(readGzipLines(path));
      path = folder.part('merged');
      digest = await writeHashed(path, gzipLines(lines));
    }
    const durationMs = performance.now() - startedAt;
    await folder.add(path, { ...state, format: 'ndjson', epoch, durationMs, digest });
  } finally {
    changed.close();
    await folder.removeParts();
  }
}

async function* allLines(repository: ExportRepository, origin: string): AsyncGenerator<string> {
  let page = repository.businessesAfter(NIL, ROWS);
  for (;;) {
    const businesses = await page;
    const isLast = businesses.length < ROWS;
    if (!isLast) {
      // PostgreSQL reads the next page while this one is compressed.
      page = repository.businessesAfter(businesses.at(-1)!.id, ROWS);
      page.catch(() => {});
    }
    for (const { record } of businesses) yield line(record, origin);
    if (isLast) return;
  }
}

function line(record: string, PUBLIC_URL: string): string {
  return withOriginInJson(record, 1, { PUBLIC_URL });
}

/** @returns the state up to which all changes were read */
async function readChanges(
  repository: ExportRepository,
  start: DirectoryState,
  origin: string,
  changed: ChangedLines,
): Promise<DirectoryState> {
  let after: { time: Date; id: string } = { time: start.changedAt, id: MAX };
  for (;;) {
    const rows = await repository.changesAfter(after, ROWS);
    const { version, epoch, changedAt } = rows[0]!;
    if (epoch !== start.epoch) throw new Error('The directory was reset during the export.');
    const found = rows.filter(({ time }) => time !== null);
    for (const { id, record } of found) {
      changed.set(id, record === null ? null : line(record, origin));
    }
    if (found.length < ROWS) return { version, epoch, changedAt };
    after = { time: found.at(-1)!.time!, id: found.at(-1)!.id };
  }
}
