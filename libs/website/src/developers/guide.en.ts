import { CHANGES } from './changes.js';
import { errorRows, type Facts } from './guide.js';
import type { Prose } from '../prose/prose.js';
import { snippets } from './snippets.js';

/** How to use the API, in English. Other languages say the same. */
export const guideInEnglish = ({ origin, keyLimit, addressLimit, deprecations }: Facts): Prose => ({
  title: 'For developers',
  lead: 'The directory as JSON: the businesses, places, events and deals that this website shows, free of charge. All you need is a key.',
  blocks: [
    { heading: 'What there is', id: 'what' },
    {
      paragraph: `All addresses begin with \`${origin}/api/v1\`. Every parameter and field is in the [reference](/docs), where you can try requests out, and in the [OpenAPI document](/openapi.json) that clients can be generated from.`,
    },
    {
      columns: ['Ask for', 'and get'],
      rows: [
        [
          '`/businesses`',
          'businesses by words (`q`), category, city, county, ZIP code, distance from a point, part of a map, or open at a time',
        ],
        ['`/businesses/{idOrSlug}`', 'one business'],
        ['`/categories`', 'categories as a tree, with how many businesses they have'],
        ['`/cities`, `/counties`', 'the places that have businesses'],
        ['`/events`, `/events/{idOrSlug}`', 'what happens; with `.ics` for calendar programs'],
        ['`/deals`, `/deals/{idOrSlug}`', 'what businesses offer now'],
        ['`/rate-limit`', 'how much of your limit is left; it costs nothing'],
      ],
    },
    { heading: 'A first request', id: 'first-request' },
    {
      paragraph:
        '[Ask for a key](/developers/request): say what you are building, and a person answers by e-mail. Keep the key out of your code and out of addresses; send it in the header `X-API-Key`.',
    },
    { code: snippets.key(), language: 'sh' },
    { code: snippets.curl(origin), language: 'sh', caption: 'With curl' },
    {
      code: snippets.javaScript(origin),
      language: 'js',
      caption: 'With JavaScript (Node.js 18 or later, as a file that ends in .mjs)',
    },
    { code: snippets.python(origin), language: 'py', caption: 'With Python 3' },
    { code: snippets.answer(), language: 'json', caption: 'The answer' },
    {
      paragraph:
        'Every field of a record is always there; what is not known is `null`. Times are UTC. Web pages of any origin may ask, but a key in a web page is a key that all its visitors have: ask from your server.',
    },
    { heading: 'Limits', id: 'limits' },
    {
      paragraph: `A key has ${keyLimit} requests an hour unless we agreed on another number. The hour begins with its first request. An address without a valid key has ${addressLimit}.`,
    },
    {
      list: [
        '`X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix epoch seconds) are on every answer.',
        'Past the limit the answer is 429 with `Retry-After`, in seconds. It costs nothing; wait that long and go on.',
        'A page of a list has at most 100 records (`limit`). Ask for 100 where you want all.',
      ],
    },
    { heading: 'Errors', id: 'errors' },
    { code: snippets.failure(), language: 'json', caption: 'A failure' },
    {
      paragraph:
        'Decide by `code`: the list is closed. `message` is for people and may change. Quote `requestId` when you write to us. A parameter that is unknown is refused, never ignored.',
    },
    { columns: ['Status', 'Code', 'Meaning'], rows: errorRows, lang: 'en' },
    { heading: 'Keeping a copy', id: 'copy' },
    {
      paragraph:
        'Answers have an `ETag`. Send it back as `If-None-Match`, and while the directory is as it was, the answer is 304 and empty. It counts as a request all the same.',
    },
    { code: snippets.conditional(origin), language: 'sh' },
    {
      paragraph:
        'For a copy of the whole directory, ask for what was changed since the last time (`updatedSince`). Removed businesses are among it, with `removedAt`. Use no other filter: a business that leaves a filter is not reported to those who filter by it. Run this as often as you like:',
    },
    { code: snippets.copy(origin), language: 'js' },
    {
      paragraph:
        'Nothing is missed, even while the directory is being changed: changes are stamped in the order in which they become visible. You will see a few records twice.',
    },
    { heading: 'Versions', id: 'versions' },
    {
      paragraph: 'The version is in the address: `v1`. Within it, what works goes on working.',
    },
    {
      list: [
        'New operations, optional parameters, fields and error codes may come at any time. Ignore what you do not know.',
        'Nothing is taken away, renamed, or given another meaning. What would need that becomes `v2`.',
        '`v1` lives for at least twelve months after `v2` is there. Those who still use it are told by mail.',
        'A fault that contradicts the reference is mended without a new version.',
      ],
    },
    { heading: 'Deprecated', id: 'deprecated' },
    {
      paragraph:
        'An operation that is to end says so in each answer, a year ahead or more: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. The [changelog for programs](/developers/changelog.json) and its [feed](/developers/changelog.atom) say so too.',
    },
    deprecations.length === 0
      ? { paragraph: 'Nothing is deprecated today.' }
      : {
          columns: ['Operation', 'Since', 'Ends', 'Instead'],
          rows: deprecations.map(({ operation, since, sunset, instead }) => [
            `\`${operation}\``,
            since,
            sunset,
            instead,
          ]),
          lang: 'en',
        },
    { heading: 'Changes', id: 'changes' },
    { columns: ['Since', 'What'], rows: CHANGES.map(({ date, en }) => [date, en]) },
  ],
});
