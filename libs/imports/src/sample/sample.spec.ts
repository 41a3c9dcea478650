import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { cleanRecord } from '../cleaning/clean-record.js';
import { openSource } from '../source/open-source.js';

describe('the fictional sample', () => {
  it('is clean, and nobody can be called, written to or visited by mistake', async () => {
    const source = await openSource(join(PROJECT_ROOT, 'libs/imports/sample/businesses.csv'));
    let rows = 0;
    for await (const row of source.rows()) {
      const cleaned = 'record' in row ? cleanRecord(row.record) : { rejected: row.problem };
      expect(cleaned).toMatchObject({
        business: {
          phone: expect.stringMatching(/^\+1\d{3}55501\d\d$/) as string,
          email: expect.stringMatching(/\.example\.com$/) as string,
          website: expect.stringMatching(/^https:\/\/\w+\.example\.com$/) as string,
          precision: 'exact',
        },
        notes: [],
      });
      rows++;
    }
    expect(rows).toBeGreaterThanOrEqual(60);
  });
});
