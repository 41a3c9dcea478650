import type { DeprecatedOperation } from '#libs/http/src/deprecation/deprecations.js';
import { ERROR_CODES } from '#libs/http/src/errors/error-codes.js';
import { CHANGES } from './changes.js';
import type { Block, Prose } from '../prose/prose.js';
import { snippets } from './snippets.js';

/** Configuration of this server that the guide states. */
export interface Facts {
  /** Origin of the website, without a trailing slash. */
  origin: string;
  /** Default hourly limit of an API key. */
  keyLimit: string;
  /** Hourly limit of a client address without a valid key. */
  addressLimit: string;
  /** True if keys can have webhooks. */
  hasWebhooks: boolean;
  deprecations: readonly DeprecatedOperation[];
}

/** Error codes with their meanings. The API only returns English text. */
export const errorRows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
  String(status),
  `\`${code}\``,
  meaning,
]);

/** Returns the table of deprecated operations. The API describes them only in English. */
export const deprecationTable = (
  columns: string[],
  deprecations: Facts['deprecations'],
): Block => ({
  columns,
  rows: deprecations.map(({ operation, since, sunset, instead }) => [
    `\`${operation}\``,
    since,
    sunset,
    instead,
  ]),
  lang: 'en',
});

export const leadInEnglish =
  'The businesses, places, events and deals on this website, as JSON and free of charge. All you need is a key.';

/** API guide in English. Other languages have the same content. */
export const guideInEnglish = ({
  origin,
  keyLimit,
  addressLimit,
  hasWebhooks,
  deprecations,
}: Facts): Prose => ({
  title: 'For developers',
  lead: leadInEnglish,
  blocks: [
    { heading: 'Endpoints', id: 'what' },
    {
      paragraph: `Every address starts with \`${origin}/api/v1\`. The [reference](/docs) lists every parameter and field and lets you try requests. You can generate a client from the [OpenAPI document](/openapi.json).`,
    },
    {
      columns: ['Endpoint', 'Returns'],
      rows: [
        [
          '`/export/businesses.ndjson`, `.parquet`',
          'the whole directory as one file (NDJSON or GeoParquet), the best start for a copy',
        ],
        ['`/changes`', 'every change after a cursor, to keep a copy current'],
        ['`/attributions`', 'the credits that you must show with the data'],
        [
          '`/businesses`',
          'businesses, filtered by words (`q`), category, city, county, ZIP code, distance from a point, map area or opening time',
        ],
        ['`/businesses/{idOrSlug}`', 'one business'],
        ['`POST /businesses/match`', 'the businesses that the rows of a spreadsheet describe'],
        ['`/categories`', 'the category tree, with the number of businesses in each category'],
        ['`/cities`, `/counties`, `/regions`', 'the places with businesses'],
        ['`/events`, `/events/{idOrSlug}`', 'events; add `.ics` for calendar apps'],
        ['`/deals`, `/deals/{idOrSlug}`', 'current deals'],
        ['`/rate-limit`', 'your remaining limit; does not count as a request'],
      ],
    },
    { heading: 'A first request', id: 'first-request' },
    {
      paragraph:
        '[Request an API key](/developers/request): tell us what you are building, and a person replies by email. Keep the key out of your code and out of URLs. Send it in the `X-API-Key` header.',
    },
    { code: snippets.key(), language: 'sh' },
    { code: snippets.curl(origin), language: 'sh', caption: 'With curl' },
    {
      code: snippets.install(origin),
      language: 'sh',
      caption: 'With the client for TypeScript and JavaScript (Node.js 20 or later, browsers)',
    },
    { code: snippets.typeScript(origin), language: 'ts' },
    { code: snippets.python(origin), language: 'py', caption: 'With Python 3' },
    { code: snippets.response(), language: 'json', caption: 'The response' },
    {
      paragraph:
        'Every field is always present, except `distance`, which requires a point; unknown values are `null`. Times are in UTC. CORS allows any origin, but every visitor to a web page can read a key in it, so call the API from your server.',
    },
    { heading: 'Limits', id: 'limits' },
    {
      paragraph: `A key allows ${keyLimit} requests per hour unless we agreed on another limit. The hour starts with the first request. An IP address without a valid key gets ${addressLimit}.`,
    },
    {
      list: [
        '`X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix epoch seconds) are on every response.',
        'Over the limit, the response is 429 with `Retry-After` in seconds. It does not count as a request. Wait that long, then continue.',
        'A page has at most 100 records (`limit`), or 1,000 with `sort=updated`. To get them all, use the export.',
      ],
    },
    { heading: 'Errors', id: 'errors' },
    { code: snippets.failure(), language: 'json', caption: 'An error' },
    {
      paragraph:
        'Rely on `code`, and on the status if the code is new to you. `message` is for people and may change. Include `requestId` when you write to us. Unknown parameters are rejected, never ignored.',
    },
    { columns: ['Status', 'Code', 'Meaning'], rows: errorRows, lang: 'en' },
    { heading: 'Keeping a copy', id: 'copy' },
    {
      paragraph:
        'For the whole directory, download `/export/businesses.ndjson` and continue with `/changes` from the `Changes-Cursor` header of the file. Each change has the current record or says that it was deleted. Show the texts of `/attributions` with the data.',
    },
    { code: snippets.mirror(origin), language: 'sh' },
    {
      paragraph:
        'The client does both. Run it as often as you like: it continues where the store’s last write ended, even after a crash. `SqliteStore` keeps the copy in a file.',
    },
    { code: snippets.copy(origin), language: 'ts' },
    ...(hasWebhooks
      ? [
          {
            paragraph:
              'Your server doesn’t need to poll: register an `https://` address on the status page of your key request. After changes it gets a ping without data, at most one a minute, signed per [Standard Webhooks](https://www.standardwebhooks.com). Verify it, then read `/changes`.',
          },
          { code: snippets.webhook(), language: 'ts' as const },
        ]
      : []),
    {
      paragraph:
        'Responses have an `ETag`. Send it back as `If-None-Match`: while the directory is unchanged, the response is an empty 304. It still counts as a request.',
    },
    { code: snippets.conditional(origin), language: 'sh' },
    { heading: 'OpenRefine', id: 'reconciliation' },
    {
      paragraph: `\`${origin}/api/v1/reconcile\` speaks the W3C Reconciliation Service API 0.2: in OpenRefine, choose Reconcile → Start reconciling → Add standard service. Map columns to \`street\`, \`city\`, \`postalCode\`, \`phone\` and \`website\`; candidates are those of \`/businesses/match\`. OpenRefine can’t send a key, so your IP address is limited to ${addressLimit} requests per hour, each with up to 25 rows. Other clients can send \`X-API-Key\`.`,
    },
    { code: snippets.reconcile(origin), language: 'sh' },
    { heading: 'Map tiles', id: 'tiles' },
    {
      paragraph: `\`${origin}/tiles/businesses.json\` (TileJSON) describes vector tiles for MapLibre, QGIS and other maps: clusters and, from zoom 12, businesses with their name, category and whether they are open. Tiles accept the filters of the list and need no key. Send one for heavy use.`,
    },
    { code: snippets.tiles(origin), language: 'ts', caption: 'In MapLibre' },
    { heading: 'AI assistants', id: 'mcp' },
    {
      paragraph: `Assistants connect to \`${origin}/mcp\`, which speaks the Model Context Protocol (streamable HTTP). They can search businesses, get one, and list events, deals and categories. Send the key in \`X-API-Key\` or as a bearer token. Every message counts as a request, including the few that open a conversation.`,
    },
    { code: snippets.mcpInClaude(origin), language: 'sh', caption: 'In Claude Code' },
    {
      code: snippets.mcpInEditor(origin),
      language: 'json',
      caption: 'In an IDE such as VS Code (.vscode/mcp.json)',
    },
    {
      code: snippets.mcpInOpenAi(origin),
      language: 'json',
      caption: 'For ChatGPT’s models (an entry in the tools of OpenAI’s Responses API)',
    },
    { heading: 'Versions', id: 'versions' },
    {
      paragraph:
        'The version is in the address: `v1`. Within a version, working clients keep working.',
    },
    {
      list: [
        'New operations, optional parameters, fields and error codes can appear at any time. Ignore the ones you don’t know.',
        'Nothing is removed, renamed or given another meaning. A change that needs this becomes `v2`.',
        '`v1` stays available for at least twelve months after `v2` is released. We email everyone who still uses it.',
        'We fix behavior that contradicts the reference without a new version.',
      ],
    },
    { heading: 'Deprecated', id: 'deprecated' },
    {
      paragraph:
        'We announce the end of an operation at least a year ahead, in every response: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. It is also in the [changelog as JSON](/developers/changelog.json) and its [feed](/developers/changelog.atom).',
    },
    deprecations.length === 0
      ? { paragraph: 'Nothing is deprecated.' }
      : deprecationTable(['Operation', 'Since', 'Ends', 'Instead'], deprecations),
    { heading: 'Changes', id: 'changes' },
    { columns: ['Date', 'Change'], rows: CHANGES.map(({ date, en }) => [date, en]) },
  ],
});
