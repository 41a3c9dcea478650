import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describeInBrowser, faultsIn, launchBrowser } from '../support/browser.ts';
import { insertBusiness, insertCategory } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const run = promisify(execFile);
const PACKAGE = 'node_modules/mnbd-client';
const MAX_GZIPPED_BYTES = 12 * 1024;

/** Program of a user, in TypeScript that is also JavaScript. */
const PROGRAM = `
import { Directory, DirectoryError, MemoryStore } from 'mnbd-client';

export async function use(url, key) {
  const directory = new Directory(url, { key });
  const names = [];
  for await (const { name } of directory.businesses.list({ city: 'duluth', fields: ['name'] })) {
    names.push(name);
  }
  const { pagination } = await directory.businesses.list({ limit: 1 });
  const { slug } = await directory.businesses.get('loon-coffee');
  const [match] = await directory.businesses.match([{ name: 'Loon Coffee', city: 'Duluth' }]);
  const { data: categories } = await directory.categories.list();
  const city = await directory.cities.get('duluth');
  const events = await directory.events.list();
  const deals = await directory.deals.list();
  const changes = [];
  for await (const change of directory.changes({ type: 'business' })) {
    if (change.type === 'business' && !change.deleted) changes.push(change.record.slug);
  }
  const { limit } = await directory.rateLimit();
  const store = new MemoryStore();
  await directory.mirror(store);
  const error = await directory.businesses.list({ city: 'Nowhere' }).then(
    () => undefined,
    (reason) => (reason instanceof DirectoryError ? reason : undefined),
  );
  const again = await directory.businesses.get('loon-coffee');
  return {
    names,
    total: pagination.total,
    found: [slug, city.name, again.slug],
    match: match?.candidates[0]?.business.slug,
    counts: [categories.length, events.data.length, deals.data.length, changes.length],
    limit,
    mirrored: store.all('business').size,
    error: [error?.code, error?.status, error?.details[0]?.field, typeof error?.requestId],
  };
}
`;
/** Mistakes in a parameter and a field, which the compiler must find. */
const WRONG = `
import { Directory } from 'mnbd-client';
const directory = new Directory('', { key: '' });
// @ts-expect-error
directory.businesses.list({ citty: 'Ely' });
for await (const business of directory.businesses.list({ fields: ['name'] })) {
  // @ts-expect-error
  business.phone;
}
`;
const RESULT = {
  names: ['Loon Coffee'],
  total: 2,
  found: ['loon-coffee', 'Duluth', 'loon-coffee'],
  match: 'loon-coffee',
  counts: [1, 0, 0, 2],
  limit: 1_000_000,
  mirrored: 2,
  error: ['invalid_parameter', 400, 'city', 'string'],
};

describe('the npm package', () => {
  const { program, pool, key } = useDirectory();
  /** An empty project that has installed the package. */
  const inProject = useSharedFolder();

  beforeAll(async () => {
    await insertCategory(pool, 'cafes', 'Cafés');
    await insertBusiness(pool, {
      slug: 'loon-coffee',
      name: 'Loon Coffee',
      city: 'Duluth',
      categories: ['cafes'],
    });
    await insertBusiness(pool, { slug: 'pine-books', name: 'Pine Books', city: 'Ely' });
    await writeFile(inProject('package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--offline', resolve('dist/client.tgz')], { cwd: inProject() });
    await writeFile(inProject('use.js'), PROGRAM);
  });

  const inPackage = (name: string) => readFile(inProject(PACKAGE, name), 'utf8');

  it('has types, a license and no dependencies, and is small', async () => {
    const manifest = JSON.parse(await inPackage('package.json'));
    expect(manifest).toMatchObject({
      version: JSON.parse(await readFile('package.json', 'utf8')).version,
      license: 'MIT',
      type: 'module',
    });
    expect(Object.keys(manifest)).not.toContain('dependencies');
    expect(await inPackage('LICENSE')).toContain('MIT License');
    expect(await inPackage('README.md')).toContain('new Directory(');
    expect(gzipSync(await inPackage('index.js')).length).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
  });

  it('runs in Node.js', async () => {
    const call = `import { use } from './use.js';
      console.log(JSON.stringify(await use(process.env.URL, process.env.KEY)));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', call], {
      cwd: inProject(),
      env: { URL: program.url, KEY: key },
    });
    expect(JSON.parse(stdout)).toEqual(RESULT);
  });

  it.each(['nodenext', 'bundler'])(
    'compiles strictly, except mistakes, with resolution %s',
    async (resolution) => {
      const file = inProject('use.ts');
      await writeFile(
        file,
        PROGRAM.replace('use(url, key)', 'use(url: string, key: string)')
          .replace('names = []', 'names: string[] = []')
          .replace('changes = []', 'changes: string[] = []'),
      );
      await writeFile(inProject('wrong.ts'), WRONG);
      const module = resolution === 'bundler' ? 'esnext' : resolution;
      const options = `--noEmit --strict --target es2022 --lib es2023,dom --module ${module} --moduleResolution ${resolution}`;
      const compiled = await run(
        resolve('node_modules/.bin/tsc'),
        [...options.split(' '), 'use.ts', 'wrong.ts'],
        { cwd: inProject() },
      ).catch((failed) => failed);
      expect(compiled.stdout).toBe('');
    },
  );

  describeInBrowser('in Chromium', () => {
    it('runs on a page of another origin', async () => {
      const modules: Record<string, string> = {
        '/use.js': PROGRAM,
        '/mnbd-client.js': await inPackage('index.js'),
        '/': `<script type="importmap">{ "imports": { "mnbd-client": "/mnbd-client.js" } }</script>`,
      };
      const site = createServer(({ url }, response) => {
        const type = url === '/' ? 'text/html' : 'text/javascript';
        response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` });
        response.end(modules[url!] ?? '');
      });
      await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        const faults = faultsIn(page);
        await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
        const result = await page.evaluate(
          async ([url, key]) => (await import(String('/use.js'))).use(url, key),
          [program.url, key] as const,
        );
        expect(result).toEqual(RESULT);
        // Chromium reports the error that the program asks for.
        expect(faults).toEqual([expect.stringContaining('400')]);
      } finally {
        await browser.close();
        site.close();
      }
    });
  });
});
