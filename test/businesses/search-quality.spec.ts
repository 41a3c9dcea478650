import { runCli } from '../support/cli.ts';
import { scoreSearches, SEARCH_DIRECTORY } from '../support/search-quality.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('searches that residents type', () => {
  const { database, api } = useDirectory({ SAMPLE_DATA: 'true' });

  beforeAll(async () => {
    const imported = await runCli(database.env, 'import', SEARCH_DIRECTORY);
    expect(imported).toMatchObject({ code: 0 });
  });

  it('return an expected business among the first five and little else', async () => {
    const score = await scoreSearches(async (parameters) => {
      const { body } = await api(`businesses?${parameters}`);
      return body;
    });
    expect(score.searches).toBe(53);
    // Compares the misses themselves, so that a failure lists them.
    expect(score.misses.slice(4)).toEqual([]);
    expect(score.found).toBeGreaterThanOrEqual(0.97);
    expect(score.precision).toBeGreaterThanOrEqual(0.98);
  });
});
