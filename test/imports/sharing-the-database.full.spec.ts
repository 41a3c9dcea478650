import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../support/cli.ts';
import { createDatabase } from '../support/databases.ts';
import { countsOf } from '../support/import-counts.ts';

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
