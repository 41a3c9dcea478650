import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { askAsAdmin, signIn } from '../../support/admin.ts';
import { upload } from '../../support/uploads.ts';
import { zipArchive } from '../../support/zip-archive.ts';
import type { Attack } from '../attack.ts';

const PAUSE = 1_000;
const ROW = 'A,Ely,MN\n';
const HEADER = 'name,city,state\n';
/** Maximum unpacked size of a small compressed file in bytes. */
const ALLOWED = 10 * 1024 ** 2;
const SHEET = `<worksheet><sheetData>${'<row/>'.repeat(10_000_000)}</sheetData></worksheet>`;

/**
 * Small files that expand when read: some that the server refuses, and some just within its limits.
 */
const FILES: readonly [type: string, file: Buffer][] = [
  ['application/gzip', gzipped(HEADER, ...Array<string>(10).fill(ROW.repeat(3_000_000)))],
  ['application/gzip', gzipped(HEADER, ROW.repeat((ALLOWED - HEADER.length) / ROW.length))],
  ['application/gzip', gzipped(HEADER, '\n'.repeat(ALLOWED - HEADER.length))],
  ['application/gzip', gzipped(HEADER, randomRows(700_000), ROW.repeat(5_000_000))],
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zipArchive({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" id="1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="1" Target="sheet1.xml"/></Relationships>',
      'xl/sheet1.xml': SHEET,
    }),
  ],
];

/** Uploads compressed files that expand a hundredfold and more, as a stolen admin session could. */
export const attack: Attack = {
  async run({ server: { program }, signal }) {
    const token = await signIn(program);
    const statuses = new Set<number>();
    while (!signal.aborted) {
      for (const [type, file] of FILES) {
        const { status } = await upload(program, token, file, { type });
        statuses.add(status);
      }
      await delay(PAUSE);
    }
    const unexpected = [...statuses].filter((status) => status !== 202 && status !== 409);
    if (unexpected.length > 0) throw new Error(`Uploads returned ${unexpected.join()}.`);
    const { body } = await askAsAdmin(program, token, 'GET', 'imports?limit=100');
    const imports = body.data as { error: string | null; counts: Record<string, number> }[];
    if (!imports.some(({ error }) => error?.includes('unpacks to more than'))) {
      throw new Error('No upload was refused for its expansion.');
    }
    if (!imports.some(({ counts }) => Object.values(counts).some((count) => count > 0))) {
      throw new Error('No upload was imported.');
    }
  },
};

/** Compresses each part separately and joins the members. */
function gzipped(...parts: string[]): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}

/** Rows that hardly compress. */
function randomRows(count: number): string {
  const letters = randomBytes(count * 2).toString('hex');
  return Array.from(
    { length: count },
    (_, n) => `${letters.slice(n * 4, n * 4 + 4)},Ely,MN\n`,
  ).join('');
}
