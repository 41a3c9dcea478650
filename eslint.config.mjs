import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What each library may import, besides itself: dependencies point one way, towards `config`. */
const LAYERS = {
  config: [],
  text: [],
  geography: ['config', 'text'],
  logging: ['config'],
  scheduling: [],
  database: ['config', 'scheduling'],
  http: ['config', 'text', 'database'],
  metrics: ['config', 'http'],
  mail: ['config', 'text', 'database', 'http'],
  'rate-limit': ['config', 'scheduling', 'database', 'http', 'metrics'],
  admin: ['config', 'database', 'http', 'rate-limit'],
  directory: ['database'],
  'response-cache': ['config', 'database', 'http', 'directory'],
  places: ['database', 'http', 'directory', 'response-cache'],
  editing: ['database', 'http', 'admin', 'directory'],
  businesses: [
    'config',
    'text',
    'geography',
    'database',
    'http',
    'admin',
    'directory',
    'response-cache',
    'editing',
  ],
  events: [
    'config',
    'text',
    'geography',
    'scheduling',
    'database',
    'http',
    'admin',
    'directory',
    'response-cache',
    'editing',
    'businesses',
  ],
  deals: [
    'config',
    'text',
    'database',
    'http',
    'admin',
    'directory',
    'response-cache',
    'editing',
    'businesses',
  ],
  imports: [
    'config',
    'text',
    'geography',
    'scheduling',
    'database',
    'http',
    'admin',
    'directory',
    'businesses',
  ],
  keys: ['config', 'text', 'scheduling', 'database', 'http', 'mail', 'rate-limit', 'admin'],
};

const boundaries = Object.entries(LAYERS).map(([lib, allowed]) => {
  const forbidden = Object.keys(LAYERS).filter(
    (other) => other !== lib && !allowed.includes(other),
  );
  return {
    files: [`libs/${lib}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['**/apps/**'], message: 'A library does not know the programs that use it.' },
            { regex: `^#libs/${lib}/`, message: 'Within a library, import by a relative path.' },
            ...forbidden.map((other) => ({
              regex: `(^#libs/|\\.\\./)${other}/src/`,
              message: `${lib} may import only: ${allowed.join(', ') || 'nothing'}.`,
            })),
          ],
        },
      ],
    },
  };
});

/** The programs know the libraries, and not each other. */
const programs = ['api', 'cli'].map((program) => ({
  files: [`apps/${program}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(?!${program}/)(api|cli)/`,
            message: 'A program knows no other program; what both need is a library.',
          },
        ],
      },
    ],
  },
}));

export default defineConfig(
  {
    ignores: ['dist', 'data', 'coverage', 'libs/database/src/generated', 'test/client/schema.d.ts'],
  },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', 'apps/*.mjs', 'prisma.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['{apps,libs}/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', 'libs/http/src/client-address/client-address.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'MemberExpression[property.name="ip"]',
          'ObjectPattern > Property[key.name="ip"]',
          'ImportSpecifier[imported.name="Ip"]',
        ].map((selector) => ({
          selector,
          message: 'What a proxy passes on may be anything: use clientAddress of libs/http.',
        })),
      ],
    },
  },
  {
    // What a test reads from an answer is checked by what it expects of it.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  ...boundaries,
  ...programs,
);
