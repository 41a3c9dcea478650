import { compilerOptions } from './apps/compiler-options.mjs';
import { availableParallelism, totalmem } from 'node:os';
import { useMemoryForTemporaryFiles } from './test/support/temporary-folder.mjs';

useMemoryForTemporaryFiles();

const isFull = process.env.TEST_FULL === 'true';

/** Workers per processor. With one, processors are idle a fifth of the time, while specs wait. */
const WORKERS_PER_PROCESSOR = 1.5;

/** Memory of a worker, the process that runs its programs, a browser and their databases. */
const WORKER_BYTES = 3 * 1024 ** 3;

const esmOnly = [
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'get-east-asian-width',
  'openapi-fetch',
  '@nestjs',
  '@prisma',
  'nodemailer',
  'file-type',
  'cookie',
  'content-disposition',
  'uuid',
  'preact',
  'preact-render-to-string',
  '@maplibre',
  '@mapbox',
  'pbf',
  'kdbush',
  'feed',
  'entities',
  'hyparquet',
  'hyparquet-writer',
  's3mini',
];

/** @param {boolean} tsx whether the files contain JSX */
const compiled = (tsx) => [
  '@swc/jest',
  {
    jsc: compilerOptions(tsx),
    module: { type: 'commonjs', ignoreDynamic: true },
  },
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.m?[jt]s$': compiled(false), '^.+\\.tsx$': compiled(true) },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})(?:/|$))`],
  moduleNameMapper: {
    '^#libs/(.*)\\.js$': ['<rootDir>/libs/$1.ts', '<rootDir>/libs/$1.tsx'],
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.tsx', '$1.js'],
  },
};

const program = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** Runs alone, after the others. */
const serial = {
  ...program,
  displayName: 'serial',
  testMatch: ['<rootDir>/test/**/*.serial.spec.ts'],
  runner: '<rootDir>/test/support/serial-runner.mjs',
};

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs}/**/*.spec.{ts,tsx}'],
      testEnvironment: '<rootDir>/test/support/unit-environment.mjs',
    },
    {
      ...program,
      displayName: 'program',
      testMatch: [`<rootDir>/test/**/!(*.serial${isFull ? '' : '|*.full'}).spec.ts`],
    },
    ...(isFull ? [serial] : []),
  ],
  maxWorkers: Math.max(
    1,
    Math.min(
      Math.ceil(availableParallelism() * WORKERS_PER_PROCESSOR),
      Math.floor(totalmem() / WORKER_BYTES),
    ),
  ),
  testTimeout: 120_000,
};
