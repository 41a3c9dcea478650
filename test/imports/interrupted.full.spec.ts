import { writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCli, startCli } from '../support/cli.ts';
import { createAnyDatabase, createDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';
import { useDirectory } from '../support/use-directory.ts';

describe.each([
  ['SIGINT', 130, createAnyDatabase],
  ['SIGKILL', null, () => createDatabase('embedded')],
] as const)('an import interrupted by %s', (signal, code, create) => {
  const { database, pool } = useDirectory({}, create);

  const countNamed = async (prefix: string) => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM businesses WHERE name LIKE $1`,
      [`${prefix}%`],
    );
    return rows[0]!.count;
  };

  it('is completed by running it again', async () => {
    const file = join(database.env.DATA_DIR, `${signal}.csv`);
    // A batch has a thousand rows, or 25 on the embedded database.
    const length = database.env.DATABASE_URL ? 3_000 : 300;
    const rows = Array.from({ length }, (_, i) => `${signal} Cafe ${i},${i} Main St,Ely\n`);
    await writeFile(file, `name,street,city\n${rows.join('')}`);

    const first = startCli(database.env, 'import', file);
    while ((await countNamed(signal)) === 0 && first.process.exitCode === null) await delay(20);
    const { PRIORITY_BELOW_NORMAL } = constants.priority;
    expect(getPriority(first.process.pid)).toBeGreaterThanOrEqual(PRIORITY_BELOW_NORMAL);
    first.process.kill(signal);
    const stopped = await first.result;
    expect(stopped.code).toBe(code);
    if (signal === 'SIGINT') expect(stopped.stderr).toContain('Run the same command again');
    const done = await countNamed(signal);
    expect(done).toBeLessThan(length);

    const again = countsOf(await runCli(database.env, 'import', file));
    expect(again).toMatchObject({
      unchanged: done,
      inserted: length - done,
      updated: 0,
      merged: 0,
    });
    expect(await countNamed(signal)).toBe(length);
  });
});

describe('the embedded database', () => {
  it('accepts one import while no server runs', async () => {
    const database = await createDatabase('embedded');
    const file = join(database.env.DATA_DIR, 'one.csv');
    await writeFile(file, 'name,city\nLoon Cafe,Ely\n');
    const both = await Promise.all([1, 2].map(() => runCli(database.env, 'import', file)));
    const [winner, loser] = both.sort((a, b) => a.code! - b.code!);
    expect(countsOf(winner!)).toMatchObject({ inserted: 1 });
    expect([loser!.code, loser!.stdout]).toEqual([1, '']);
    expect(loser!.stderr).toMatch(/is in use by process \d+ \(import\)/);
    await database.drop();
  });
});
