import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createAnyDatabase } from '../support/databases.ts';
import { call } from '../support/http.ts';
import { type RunningDirectory, startDirectory } from '../support/running-directory.ts';

const run = promisify(execFile);
const COMPILE = `--ignoreConfig --noEmit --strict --target es2023 --module esnext
  --moduleResolution bundler --lib es2023,dom,dom.iterable --typeRoots none`.split(/\s+/);

/** What somebody writes who generates a client by it. */
const CONSUMERS = [
  {
    generator: 'openapi-ts',
    options: (document: string, output: string) => ['-i', document, '-o', output, '--silent'],
    consumer: `
      import { client } from './generated/client.gen';
      import { listBusinesses, listChanges } from './generated/sdk.gen';

      export async function consume(baseUrl: string, key: string) {
        client.setConfig({ baseUrl, headers: { 'X-API-Key': key } });
        const { data } = await listBusinesses({ query: { limit: 5, sort: 'newest' } });
        const { error } = await listChanges({ query: { after: 'nothing' } });
        return { names: data?.data.map(({ name }) => name), refusal: error?.error.code };
      }`,
  },
  {
    generator: 'swagger-typescript-api',
    options: (document: string, output: string) => [
      'generate',
      '-p',
      document,
      '-o',
      output,
      '--silent',
    ],
    consumer: `
      import { Api } from './generated/Api';

      export async function consume(baseUrl: string, key: string) {
        const { api } = new Api({ baseUrl, baseApiParams: { headers: { 'X-API-Key': key } } });
        const { data } = await api.listBusinesses({ limit: 5, sort: 'newest' });
        const { error } = await api.listChanges({ after: 'nothing' }).catch((failure) => failure);
        return { names: data.data.map(({ name }) => name), refusal: error.error.code };
      }`,
  },
];

describe('clients by other generators', () => {
  let directory: RunningDirectory;
  let folder: string;
  let document: string;

  beforeAll(async () => {
    directory = await startDirectory(await createAnyDatabase(), { SAMPLE_DATA: 'true' });
    folder = await mkdtemp(join(tmpdir(), 'mnbd-clients-'));
    document = join(folder, 'openapi.json');
    await writeFile(document, await (await fetch(`${directory.program.url}/openapi.json`)).text());
  });
  afterAll(async () => {
    await directory.stop();
    await rm(folder, { recursive: true });
  });

  it.each(CONSUMERS)(
    '$generator makes one that compiles and reads answers and refusals',
    async ({ generator, options, consumer }) => {
      const place = join(folder, generator);
      await run(binary(generator), options(document, join(place, 'generated')));
      const source = join(place, 'consumer.ts');
      await writeFile(source, consumer);
      expect(await mistakesIn(source)).toBe('');
      const outfile = join(place, 'consumer.mjs');
      await build({ entryPoints: [source], bundle: true, format: 'esm', outfile });

      const { url } = directory.program;
      const { key } = directory;
      const { consume } = await import(pathToFileURL(outfile).href);
      const { body } = await call('GET', `${url}/api/v1/businesses?limit=5&sort=newest`, { key });
      expect(await consume(url, key)).toEqual({
        names: body.data.map(({ name }: { name: string }) => name),
        refusal: 'invalid_parameter',
      });
    },
    120_000,
  );
});

/** What the compiler has to say of it. */
async function mistakesIn(source: string): Promise<string> {
  const compiled = await run(binary('tsc'), [...COMPILE, source]).catch((failed) => failed);
  return compiled.stdout;
}

function binary(name: string): string {
  return resolve('node_modules/.bin', name);
}
