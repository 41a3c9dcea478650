import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns axe's findings on a page in its current state. */
export async function violationsOf(page: Page) {
  // The page's policy blocks scripts, but the browser driver can evaluate one.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
}
