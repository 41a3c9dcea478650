import markdown from '@eslint/markdown';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import prose from './test/prose/plain-english.mjs';

/**
 * Libraries of the project. `uses` lists the libraries that each one may import, so that all
 * dependencies point toward `config`. `offers` lists its public modules; all others are private.
 */
const LIBRARIES = {
  client: {
    uses: [],
    offers: ['index'],
  },
  config: {
    uses: ['text'],
    offers: [
      'clock',
      'config.module',
      'data-dir',
      'environment',
      'environment-warnings',
      'environment.validators',
      'load-environment',
      'project-root',
      'redis-url',
      'settings',
      'start-thread',
    ],
  },
  text: {
    uses: [],
    offers: [
      'content-line',
      'control-characters',
      'counted',
      'csv',
      'email-address',
      'excerpt',
      'from-text',
      'identifiers',
      'is-slip',
      'json',
      'phone-number',
      'plain-text',
      'satisfies',
    ],
  },
  geography: {
    uses: ['config', 'text'],
    offers: [
      'bounds',
      'cities',
      'counties',
      'county-named',
      'distance',
      'holidays',
      'local-date',
      'local-time',
      'mercator',
      'place',
      'place-names',
      'postal-codes',
    ],
  },
  logging: {
    uses: ['config'],
    offers: ['logger'],
  },
  scheduling: {
    uses: [],
    offers: ['periodic-task'],
  },
  database: {
    uses: ['config', 'text', 'scheduling'],
    offers: [
      'availability/availability',
      'availability/probe',
      'background-task',
      'backup/*',
      'connection-config',
      'connections/bounded-pool',
      'connections/database-client',
      'database',
      'database-errors',
      'database.module',
      'migrations/*',
      'open-database',
      'server-state.repository',
      'sql',
    ],
  },
  http: {
    uses: ['config', 'text', 'scheduling', 'database'],
    offers: [
      'access',
      'access-log',
      'access.guard',
      'begin-request',
      'body/body-parsers',
      'body/json-bounds',
      'client-address/client-address',
      'cors',
      'create-adapter',
      'csv-responses',
      'deprecation/*',
      'draining/*',
      'envelope',
      'errors/*',
      'http.module',
      'link-headers',
      'listeners/close-gently',
      'listeners/listen',
      'listeners/server-certificate',
      'method-table',
      'negotiation.guard',
      'not-modified',
      'openapi/*',
      'overload/overload.error',
      'overload/serve-in-batches',
      'overload/task-queue',
      'page-query.dto',
      'refuse-unfit',
      'request-context',
      'request-id',
      'surfaces/*',
      'validation/*',
      'with-origin',
    ],
  },
  metrics: {
    uses: ['config', 'http'],
    offers: ['metrics', 'metrics.module', 'request-metrics', 'shed-requests', 'workers-metrics'],
  },
  mail: {
    uses: ['config', 'text', 'scheduling', 'database', 'http'],
    offers: [
      'deliveries/composers',
      'deliveries/deliveries.repository',
      'deliveries/delivery-sender',
      'mail.module',
      'mail.service',
      'message/*',
      'transport/mail-transport',
      'transport/transport-of',
    ],
  },
  tracing: {
    uses: ['config', 'database', 'http', 'mail'],
    offers: ['start-tracing'],
  },
  'rate-limit': {
    uses: ['config', 'text', 'scheduling', 'database', 'http', 'metrics'],
    offers: [
      'key-verifier',
      'attempts/*',
      'limits',
      'lookups/credential-lookups',
      'rate-limit-error.filter',
      'rate-limit.module',
      'reads/visitor-reads',
      'rate-limit-subject',
      'rate-limit.guard',
      'storage/fixed-window.storage',
      'storage/memory/archived-windows',
      'storage/memory/rate-limit-windows.repository',
      'storage/rate-limit-windows',
      'storage/redis/check-redis',
      'storage/redis/redis.storage',
      'traffic/recent-traffic.repository',
      'traffic/traffic-recorder',
    ],
  },
  admin: {
    uses: ['config', 'text', 'database', 'http', 'mail', 'rate-limit'],
    offers: [
      'accounts/admin.dto',
      'accounts/*.repository',
      'accounts/*.service',
      'admin.module',
      'audit/audit.repository',
      'audit/audit.service',
      'notices/admin-notices.service',
      'sessions/sessions.repository',
      'sessions/admin.guard',
      'sessions/sessions.service',
      'sessions/sign-in-throttle',
    ],
  },
  directory: {
    uses: ['database'],
    offers: ['directory-version', 'directory.repository', 'directory.module', 'read-results'],
  },
  'response-cache': {
    uses: ['config', 'database', 'http', 'directory', 'rate-limit'],
    offers: [
      'cached-response',
      'content-coding',
      'caches-response.decorator',
      'representation',
      'response-cache',
      'response-cache.module',
    ],
  },
  'directory-index': {
    uses: ['config', 'geography', 'database', 'directory'],
    offers: [
      'attributes',
      'business-rows.repository',
      'categories',
      'clusters',
      'criteria',
      'directory',
      'directory-index',
      'directory-index.module',
      'distances',
      'facets',
      'matching',
      'opening-hours',
      'pages',
      'place-tally',
      'regions',
      'reordered',
    ],
  },
  places: {
    uses: [
      'config',
      'text',
      'geography',
      'database',
      'http',
      'admin',
      'directory',
      'directory-index',
      'response-cache',
      'editing',
    ],
    offers: [
      'place.dto',
      'place-filters.service',
      'places.module',
      'places.repository',
      'places.service',
    ],
  },
  editing: {
    uses: ['database', 'http', 'admin', 'directory'],
    offers: [
      'changed-fields',
      'edit-transactions',
      'edited',
      'editing.module',
      'editor-tools',
      'free-slug',
      'if-match.decorator',
      'precondition',
      'record-editor',
      'records.controller',
    ],
  },
  businesses: {
    uses: [
      'config',
      'text',
      'geography',
      'database',
      'http',
      'admin',
      'directory',
      'directory-index',
      'response-cache',
      'places',
      'editing',
    ],
    offers: [
      'businesses.module',
      'editing/*',
      'formats/business-pages.service',
      'formats/csv',
      'formats/directory-csv',
      'formats/geojson',
      'formats/list-cells',
      'formats/presentation',
      'identity/*',
      'businesses.repository',
      'businesses.service',
      'categories/categories.es',
      'categories/categories.repository',
      'categories/categories.service',
      'categories/categories-in-cities.service',
      'categories/category-filters.service',
      'categories/category.dto',
      'list/business-criteria',
      'list/list-businesses.query',
      'list/list-filters.service',
      'list/point.decorators',
      'record/*',
      'search/search-matches',
    ],
  },
  events: {
    uses: [
      'config',
      'text',
      'geography',
      'scheduling',
      'database',
      'http',
      'admin',
      'directory',
      'response-cache',
      'places',
      'editing',
      'directory-index',
      'businesses',
    ],
    offers: [
      'calendar/icalendar',
      'editing/event-editor',
      'editing/event-input.dto',
      'events.module',
      'events.service',
      'list/event-criteria',
      'list/list-events.query',
      'occurrences/extension.service',
      'occurrences/horizon',
      'record/*',
      'recurrence/expand',
      'recurrence/schedule',
    ],
  },
  deals: {
    uses: [
      'config',
      'text',
      'database',
      'http',
      'admin',
      'directory',
      'response-cache',
      'places',
      'editing',
      'directory-index',
      'businesses',
    ],
    offers: [
      'deals.module',
      'deals.repository',
      'editing/deal-editor',
      'editing/deal-input.dto',
      'list/deal-criteria',
      'list/deal-filters.service',
      'list/list-deals.query',
      'record/*',
    ],
  },
  copying: {
    uses: [
      'config',
      'text',
      'database',
      'http',
      'metrics',
      'directory',
      'response-cache',
      'directory-index',
      'businesses',
      'events',
      'deals',
    ],
    offers: ['copying.module'],
  },
  suggestions: {
    uses: [
      'config',
      'text',
      'geography',
      'scheduling',
      'database',
      'http',
      'mail',
      'rate-limit',
      'admin',
      'editing',
      'directory-index',
      'businesses',
      'events',
      'deals',
      'imports',
    ],
    offers: ['suggestion-input.dto', 'suggestions.module', 'suggestions.service'],
  },
  quality: {
    uses: ['config', 'geography', 'database', 'http'],
    offers: ['quality.dto', 'quality.module', 'quality.service'],
  },
  website: {
    uses: [
      'config',
      'text',
      'geography',
      'database',
      'http',
      'mail',
      'rate-limit',
      'directory',
      'response-cache',
      'places',
      'directory-index',
      'businesses',
      'events',
      'deals',
      'keys',
      'suggestions',
      'imports',
      'quality',
      'webhooks',
    ],
    offers: ['search/place-finder', 'website.module'],
  },
  mcp: {
    uses: [
      'config',
      'geography',
      'http',
      'response-cache',
      'directory-index',
      'businesses',
      'events',
      'deals',
      'website',
    ],
    offers: ['mcp.module'],
  },
  outgoing: {
    uses: ['config'],
    offers: ['outgoing-requests'],
  },
  imports: {
    uses: [
      'config',
      'outgoing',
      'text',
      'geography',
      'scheduling',
      'database',
      'http',
      'admin',
      'directory',
      'response-cache',
      'editing',
      'directory-index',
      'businesses',
    ],
    offers: [
      'cleaning/address',
      'cleaning/clean-record',
      'cleaning/opening-hours',
      'columns/fields',
      'columns/mapping',
      'generate/fictional-business',
      'matching/*',
      'report/*',
      'run-import',
      'source/limits',
      'source/open-source',
      'sources/*',
      'uploads/import-progress',
      'uploads/import-leases.service',
      'uploads/import-rows.service',
      'uploads/import-undo.service',
      'uploads/import.dto',
      'uploads/imports.module',
      'uploads/imports.repository',
      'uploads/imports.service',
      'uploads/run-recorded-import',
      'writing/batch-transactions',
      'writing/directory-writer',
      'writing/import-source',
    ],
  },
  reconciliation: {
    uses: ['config', 'http', 'directory-index', 'businesses', 'imports', 'text'],
    offers: ['reconciliation.module'],
  },
  tiles: {
    uses: [
      'config',
      'geography',
      'http',
      'directory',
      'response-cache',
      'directory-index',
      'businesses',
    ],
    offers: ['tiles.module'],
  },
  webhooks: {
    uses: [
      'config',
      'scheduling',
      'outgoing',
      'database',
      'http',
      'metrics',
      'mail',
      'admin',
      'directory',
      'keys',
    ],
    offers: [
      'webhook-secrets',
      'webhook.dto',
      'webhooks.module',
      'webhooks.repository',
      'webhooks.service',
    ],
  },
  sample: {
    uses: ['config', 'text', 'geography', 'database', 'imports'],
    offers: ['seed-sample'],
  },
  keys: {
    uses: ['config', 'text', 'scheduling', 'database', 'http', 'mail', 'rate-limit', 'admin'],
    offers: [
      'administration/*',
      'deliveries/*',
      'expiry/key-expiry',
      'keys.module',
      'limits/*',
      'requests/key-request.dto',
      'requests/key-requests.repository',
      'requests/key-requests.service',
      'review/*',
      'status-link/*',
      'usage/usage-picture',
      'usage/usage.dto',
      'usage/usage.repository',
      'usage/usage.service',
      'verification/secret-cache',
    ],
  },
};

/** Libraries that must run anywhere, so they import only their own modules. */
const STANDALONE = ['client'];

/** Converts the path of a module to a pattern. `*` matches any name. */
const pattern = (path) => path.replaceAll('.', '\\.').replaceAll('*', '[^/]+');

const onlyOffered = Object.entries(LIBRARIES).map(([lib, { offers }]) => ({
  regex: `^#libs/${lib}/src/(?!(${offers.map(pattern).join('|')})\\.js$)`,
  message: `${lib} offers: ${offers.join(', ')}.`,
}));

const boundaries = Object.entries(LIBRARIES).map(([lib, { uses }]) => {
  const forbidden = Object.keys(LIBRARIES).filter(
    (other) => other !== lib && !uses.includes(other),
  );
  return {
    files: [`libs/${lib}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['**/apps/**'], message: 'Libraries must not import programs.' },
            { regex: `^#libs/${lib}/`, message: 'Use a relative path within a library.' },
            ...forbidden.map((other) => ({
              regex: `(^#libs/|\\.\\./)${other}/src/`,
              message: `${lib} may import only: ${uses.join(', ') || 'nothing'}.`,
            })),
            ...onlyOffered,
            ...(STANDALONE.includes(lib)
              ? [{ regex: '^[^.]', message: `${lib} must have no dependencies.` }]
              : []),
          ],
        },
      ],
    },
  };
});

/** Restrictions for programs: they may import libraries but not each other. */
const programs = ['api', 'cli'].map((program) => ({
  files: [`apps/${program}/**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(?!${program}/)(api|cli)/`,
            message: 'Programs must not import each other. Move shared code to a library.',
          },
          ...onlyOffered,
        ],
      },
    ],
  },
}));

const CODE = '**/*.{ts,tsx,mjs}';
const SPECS = ['**/*.spec.{ts,tsx}'];

/** Syntax that only the listed files may use. */
const RESTRICTIONS = [
  {
    only: ['libs/http/src/client-address/client-address.ts'],
    selectors: [
      'MemberExpression[property.name="ip"]',
      'ObjectPattern > Property[key.name="ip"]',
      'ImportSpecifier[imported.name="Ip"]',
    ],
    message: 'Proxies may forward any address. Use clientAddress from libs/http.',
  },
  {
    only: ['apps/api/src/pipeline.ts', 'libs/response-cache/src/caches-response.decorator.ts'],
    selectors: [
      'CallExpression[callee.property.name=/^(addHook|useGlobal.*)$/]',
      'ImportSpecifier[imported.name=/^(APP_(GUARD|INTERCEPTOR|PIPE|FILTER)|Use(Guards|Interceptors|Pipes|Filters))$/]',
    ],
    message: 'The request pipeline is one list: add the stage in apps/api/src/pipeline.ts.',
  },
  {
    only: ['libs/http/src/request-context.ts'],
    selectors: [
      'TSModuleDeclaration[id.value="fastify"] > * > TSInterfaceDeclaration[id.name=/^Fastify(Request|Reply)$/]',
    ],
    message: 'Add a field to RequestContext in libs/http/src/request-context.ts.',
  },
  {
    only: ['libs/http/src/validation/field.ts'],
    selectors: ['ImportSpecifier[imported.name=/^ApiProperty(Optional)?$/]'],
    message: 'Document and validate a property at once, with Field from libs/http.',
  },
  {
    only: [
      '**/*.repository.ts',
      // Expressions that repositories use.
      '**/*.sql.ts',
      'libs/database/**/*.ts',
      // These run the statements of repositories in transactions.
      'libs/imports/src/writing/{batch-transactions,statements}.ts',
      // These read and write SQLite files.
      'libs/client/src/mirror/sqlite-store.ts',
      'libs/imports/src/source/geopackage/geopackage-rows.ts',
    ],
    selectors: [
      'CallExpression[callee.property.name=/^(query|probe|probeRows)$/]',
      'CallExpression[callee.property.name=/^(\\$(query|execute)Raw(Unsafe)?)$/]',
      'TaggedTemplateExpression[tag.property.name=/^(\\$(query|execute)Raw|sql)$/]',
      'Literal[value=/\\b(SELECT|INSERT INTO|DELETE FROM)\\s/]',
      'TemplateElement[value.raw=/\\b(SELECT|INSERT INTO|DELETE FROM)\\s/]',
      // A Prisma query, such as `tx.admin.findMany(…)`.
      'CallExpression[callee.object.type="MemberExpression"][callee.object.object.name=/^(tx|database)$/][callee.property.name=/^(find|create|update|upsert|delete|count|aggregate|groupBy)/]',
      'CallExpression[callee.object.type="MemberExpression"][callee.object.object.property.name="database"][callee.property.name=/^(find|create|update|upsert|delete|count|aggregate|groupBy)/]',
    ],
    message: 'SQL and Prisma queries belong in a *.repository.ts.',
  },
];

/** Syntax that no file may use. */
const UNUSUAL = [
  {
    selectors: ['ObjectExpression > SpreadElement > ObjectExpression'],
    message: 'List the properties without a spread.',
  },
  {
    selectors: [
      'VariableDeclarator[id.type="ArrayPattern"] > ArrayExpression.init:not(:has(> SpreadElement))',
    ],
    message: 'Declare the variables one by one.',
  },
];

const restrictedSyntax = (restrictions) => [
  'error',
  ...[...UNUSUAL, ...restrictions].flatMap(({ selectors, message }) =>
    selectors.map((selector) => ({ selector, message })),
  ),
];

export default defineConfig(
  {
    ignores: [
      'dist',
      'data',
      'coverage',
      'libs/database/src/generated',
      'libs/client/src/schema.d.ts',
    ],
  },
  { files: [CODE, '**/*.md'], plugins: { prose }, rules: { 'prose/plain-english': 'error' } },
  { files: ['**/*.md'], plugins: { markdown }, language: 'markdown/gfm' },
  {
    files: [CODE],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-syntax': restrictedSyntax([]),
    },
  },
  {
    files: ['{apps,libs}/**/*.{ts,tsx}'],
    ignores: SPECS,
    rules: { 'no-restricted-syntax': restrictedSyntax(RESTRICTIONS) },
  },
  ...RESTRICTIONS.map((restriction) => ({
    files: restriction.only,
    ignores: SPECS,
    rules: {
      'no-restricted-syntax': restrictedSyntax(RESTRICTIONS.filter((each) => each !== restriction)),
    },
  })),
  ...boundaries,
  ...programs,
);
