const esmOnly = [
  'openapi-fetch',
  '@nestjs',
  '@prisma',
  'nodemailer',
  'file-type',
  'cookie',
  'content-disposition',
  'uuid',
];

const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.m?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})(?:/|$))`],
  moduleNameMapper: {
    '^#libs/(.*)\\.js$': '<rootDir>/libs/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
  },
};

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts'] },
    {
      ...shared,
      displayName: 'program',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
  testTimeout: 120_000,
};
