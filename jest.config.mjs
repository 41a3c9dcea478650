import { useMemoryForTemporaryFiles } from './test/support/temporary-folder.mjs';

useMemoryForTemporaryFiles();

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

/** @param {object} parser what of the syntax differs by the kind of file */
const compiled = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, ...parser },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
    },
    module: { type: 'commonjs', ignoreDynamic: true },
  },
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.m?[jt]s$': compiled({}), '^.+\\.tsx$': compiled({ tsx: true }) },
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

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs}/**/*.spec.{ts,tsx}'] },
    {
      ...program,
      displayName: 'program',
      testMatch: ['<rootDir>/test/**/!(*.serial).spec.ts'],
    },
    {
      ...program,
      displayName: 'serial',
      testMatch: ['<rootDir>/test/**/*.serial.spec.ts'],
      runner: '<rootDir>/test/support/serial-runner.mjs',
    },
  ],
  maxWorkers: 2,
  testTimeout: 120_000,
};
