import { runCli } from '../support/cli.ts';
import { onAnyDatabase } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';
import { scoreSearches, SEARCH_DIRECTORY } from '../support/search-quality.ts';

onAnyDatabase('searches that residents type', (create) => {
  let directory: RunningDirectory;

  beforeAll(async () => {
    directory = await startDirectory(await create(), { SAMPLE_DATA: 'true' });
    const imported = await runCli(directory.database.env, 'import', SEARCH_DIRECTORY);
    expect(imported).toMatchObject({ code: 0 });
  });
  afterAll(() => directory.stop());

  it('return an expected business among the first five and little else', async () => {
    const { program, key } = directory;
    const score = await scoreSearches(async (parameters) => {
      const { body } = await call('GET', `${program.url}/api/v1/businesses?${parameters}`, { key });
      return body;
    });
    expect(score.searches).toBe(53);
    // Compares the misses themselves, so that a failure lists them.
    expect(score.misses.slice(4)).toEqual([]);
    expect(score.found).toBeGreaterThanOrEqual(0.95);
    expect(score.precision).toBeGreaterThanOrEqual(0.9);
  });
});
