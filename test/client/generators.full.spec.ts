import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { insertBusiness } from '../support/directory.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const run = promisify(execFile);
const COMPILE = `--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module esnext
  --moduleResolution bundler --lib es2023,dom,dom.iterable --typeRoots none`.split(/\s+/);

interface Consumer {
  generator: string;
  options: (document: string, output: string) => string[];
  /** Contents of the configuration file, if the generator needs one. */
  config?: (document: string, output: string, url: string) => string;
  consumer: string;
}

/** Programs that a user of each generated client would write. */
const CONSUMERS: Consumer[] = [
  {
    generator: 'openapi-typescript',
    options: (document, output) => [document, '-o', `${output}.d.ts`],
    consumer: `
      import createClient from 'openapi-fetch';
      import type { paths } from './generated';

      const CITIES = ['Duluth', 'Ely'];
      export async function consume(baseUrl: string, key: string) {
        const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
        const query = { limit: 5, sort: 'newest', city: CITIES } as const;
        const { data } = await client.GET('/api/v1/businesses', { params: { query } });
        const { error } = await client.GET('/api/v1/changes', {
          params: { query: { after: 'nothing' } },
        });
        return { names: data?.data.map(({ name }) => name), refusal: error?.error.code };
      }`,
  },
  {
    generator: 'openapi-ts',
    options: (document, output) => ['-i', document, '-o', output, '--silent'],
    consumer: `
      import { client } from './generated/client.gen';
      import { listBusinesses, listChanges } from './generated/sdk.gen';

      const CITIES = ['Duluth', 'Ely'];
      export async function consume(baseUrl: string, key: string) {
        client.setConfig({ baseUrl, headers: { 'X-API-Key': key } });
        const { data } = await listBusinesses({ query: { limit: 5, sort: 'newest', city: CITIES } });
        const { error } = await listChanges({ query: { after: 'nothing' } });
        return { names: data?.data.map(({ name }) => name), refusal: error?.error.code };
      }`,
  },
  {
    generator: 'swagger-typescript-api',
    options: (document, output) => ['generate', '-p', document, '-o', output, '--silent'],
    consumer: `
      import { Api } from './generated/Api';

      const CITIES = ['Duluth', 'Ely'];
      export async function consume(baseUrl: string, key: string) {
        const { api } = new Api({ baseUrl, baseApiParams: { headers: { 'X-API-Key': key } } });
        const { data } = await api.listBusinesses({ limit: 5, sort: 'newest', city: CITIES });
        const { error } = await api.listChanges({ after: 'nothing' }).catch((failure) => failure);
        return { names: data.data.map(({ name }) => name), refusal: error.error.code };
      }`,
  },
  {
    generator: 'orval',
    options: (_, output) => ['--config', `${output}.config.mjs`, '--quiet'],
    config: (input, output, baseUrl) =>
      `export default ${JSON.stringify({
        directory: { input, output: { target: `${output}.ts`, client: 'fetch', baseUrl } },
      })};`,
    consumer: `
      import { listBusinesses, listChanges } from './generated';

      const CITIES = ['Duluth', 'Ely'];
      export async function consume(_: string, key: string) {
        const options = { headers: { 'X-API-Key': key } };
        const list = await listBusinesses({ limit: 5, sort: 'newest', city: CITIES }, options);
        const changes = await listChanges({ after: 'nothing' }, options);
        return {
          names: list.status === 200 ? list.data.data.map(({ name }) => name) : undefined,
          refusal: changes.status === 400 ? changes.data.error.code : undefined,
        };
      }`,
  },
];

describe('clients from other generators', () => {
  const { program, pool, key } = useDirectory();
  const inFolder = useSharedFolder();

  beforeAll(async () => {
    for (const [name, city] of Object.entries({ Loon: 'Duluth', Pine: 'Ely', Oak: 'Edina' })) {
      await insertBusiness(pool, { name, city });
    }
    await symlink(resolve('node_modules'), inFolder('node_modules'));
    const document = inFolder('openapi.json');
    await writeFile(document, await (await fetch(`${program.url}/openapi.json`)).text());
    await Promise.all(
      CONSUMERS.map(async ({ generator, options, config, consumer }) => {
        const output = inFolder(generator, 'generated');
        await mkdir(inFolder(generator));
        if (config) {
          await writeFile(`${output}.config.mjs`, config(document, output, program.url));
        }
        await run(binary(generator), options(document, output));
        await writeFile(sourceOf(generator), consumer);
      }),
    );
  });

  const sourceOf = (generator: string) => inFolder(generator, 'consumer.ts');

  it('compile without errors', async () => {
    const sources = CONSUMERS.map(({ generator }) => sourceOf(generator));
    const compiled = await run(binary('tsc'), [...COMPILE, ...sources]).catch((failed) => failed);
    expect(compiled.stdout).toBe('');
  });

  it.each(CONSUMERS)('read responses and errors: $generator', async ({ generator }) => {
    const outfile = inFolder(generator, 'consumer.mjs');
    await build({ entryPoints: [sourceOf(generator)], bundle: true, format: 'esm', outfile });
    const { url } = program;
    const { consume } = await import(pathToFileURL(outfile).href);
    expect(await consume(url, key)).toEqual({
      names: ['Pine', 'Loon'],
      refusal: 'invalid_parameter',
    });
  });
});

function binary(name: string): string {
  return resolve('node_modules/.bin', name);
}
