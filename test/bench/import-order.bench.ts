import { basename } from 'node:path';
import type { Pool } from 'pg';
import { SystemClock } from '#libs/config/src/clock.js';
import type { RowReport } from '#libs/imports/src/report/row-report.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { openSource, type Source } from '#libs/imports/src/source/open-source.js';
import type { SourceRow } from '#libs/imports/src/source/source-row.js';
import { BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { createMigratedDatabase } from '../support/own-database.ts';
import { shuffled } from './support/shuffled.ts';

const SHUFFLES = 4;

/** A directory filled with files in one order. */
interface Filled {
  order: string;
  /** Id of the business that each row became part of, by file and line. */
  businesses: Map<string, string>;
  /** Sorted values of all records, without slugs and times. */
  records: string[];
}

/** A row and the file that contains it. */
type Row = SourceRow & { file: string };

/**
 * Measures whether the order of rows matters. Imports files into empty embedded databases in the
 * given order, in reverse order, and with all rows shuffled, and counts the differences from the
 * first run: rows merged with different rows, and differing records.
 *
 *   npm run compile:test && node dist/test/bench/import-order.bench.js FILE…
 */
async function main(files: readonly string[]): Promise<void> {
  const parts = await Promise.all(files.map(readRows));
  const first = await fill('as given', parts);
  const others = [
    await fill('files backwards', [...parts].reverse()),
    await fill('rows backwards', [parts.flat().reverse()]),
  ];
  for (let seed = 1; seed <= SHUFFLES; seed++) {
    others.push(await fill(`shuffled ${seed}`, [shuffled(parts.flat(), seed)]));
  }
  console.log(
    `${parts.flat().length} rows; in the order given, ${first.records.length} businesses.`,
  );
  console.table(
    others.map((other) => ({
      order: other.order,
      businesses: other.records.length,
      'rows in other clusters': differingRows(first, other).length,
      'differing records': missingFrom(first.records, other.records).length,
    })),
  );
  if (!process.env.SHOW_DIFFERENCES) return;
  for (const other of others) {
    console.log(other.order);
    for (const line of differingRows(first, other)) console.log(line);
    for (const line of missingFrom(first.records, other.records)) console.log('only first', line);
    for (const line of missingFrom(other.records, first.records)) console.log('only other', line);
  }
}

async function readRows(path: string): Promise<Row[]> {
  const source = await openSource(path);
  const rows: Row[] = [];
  for await (const row of source.rows()) rows.push({ ...row, file: basename(path) });
  return rows;
}

async function fill(order: string, parts: readonly (readonly Row[])[]): Promise<Filled> {
  const served = await createMigratedDatabase();
  const { pool } = served.database;
  const businesses = new Map<string, string>();
  try {
    for (const rows of parts) {
      const transactions = new BatchTransactions(() => pool.connect());
      const writer = new DirectoryWriter(transactions, new SystemClock());
      let at = 0;
      const add = (report: RowReport) => {
        const { file, line } = rows[at++]!;
        if (report.kind !== 'rejected') businesses.set(`${file}:${line}`, report.businessId!);
      };
      await runImport(sourceOf(rows), writer, new AbortController().signal, add);
    }
    return { order, businesses, records: await records(pool) };
  } finally {
    await served.close();
  }
}

function sourceOf(rows: readonly Row[]): Pick<Source, 'rows'> {
  const all = async function* () {
    yield* rows;
  };
  return { rows: all };
}

async function records(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ record: object }>(
    `SELECT json_build_array(name, description, status, street, unit, city, county, postal_code,
       latitude, longitude, precision, phone, email, website, social, hours, established_on,
       category_slugs) AS record FROM businesses`,
  );
  return rows.map(({ record }) => JSON.stringify(record)).sort();
}

/** Returns the rows that were merged with different rows in the two directories. */
function differingRows(one: Filled, other: Filled): string[] {
  const clusterOf = ({ businesses }: Filled) => {
    const clusters = new Map<string, string[]>();
    for (const [row, id] of businesses) clusters.set(id, [...(clusters.get(id) ?? []), row].sort());
    return (row: string) => clusters.get(businesses.get(row)!)!.join(' ');
  };
  const [here, there] = [clusterOf(one), clusterOf(other)];
  return [...one.businesses.keys()]
    .filter((row) => here(row) !== there(row))
    .map((row) => `${row}: ${here(row)} / ${there(row)}`);
}

function missingFrom(all: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const record of others) counts.set(record, (counts.get(record) ?? 0) + 1);
  return all.filter((record) => {
    const left = counts.get(record) ?? 0;
    counts.set(record, left - 1);
    return left <= 0;
  });
}

await main(process.argv.slice(2));
