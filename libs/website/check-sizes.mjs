import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'dist/assets';

/** Maximum gzipped size of a page's files, in bytes. */
const BUDGETS = [
  { name: 'styles', pattern: /^site-.+\.css\.gz$/, bytes: 10 * 1024 },
  { name: 'modules of all pages', pattern: /^site-.+\.js\.gz$/, bytes: 6 * 1024 },
  { name: 'heading font', pattern: /^national-park-.+\.woff2\.gz$/, bytes: 20 * 1024 },
];

let isOver = false;
for (const { name, pattern, bytes } of BUDGETS) {
  const files = readdirSync(FOLDER).filter((file) => pattern.test(file));
  const size = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
  if (files.length > 0 && size <= bytes) continue;
  console.error(`The website's ${name} have ${size} compressed bytes. The maximum is ${bytes}.`);
  isOver = true;
}
if (isOver) process.exit(1);
