export const PUBLIC_TITLE = 'Minnesota Business Directory';
export const ADMIN_TITLE = 'Minnesota Business Directory: admin';

export const PUBLIC_DESCRIPTION = `The public directory of businesses in Minnesota.

**Getting a key.** Describe what you are building with \`POST /api/v1/key-requests\`. An admin reviews the request and sends the key by email.

**Using it.** Send the key in the \`X-API-Key\` header. Responses are \`{"success": true, "data": …}\`, and lists include \`pagination\`. Errors are \`{"success": false, "error": {"code", "message", …}}\`.

**Limits.** Each key has an hourly limit. The hour begins with the first request. Every response states your current usage: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix epoch seconds). Requests over the limit return 429 with \`Retry-After\`.

**Not in this document,** because each is described by its own standard: [\`/api/v1/reconcile\`](/developers#reconciliation) (W3C Reconciliation Service API 0.2), [\`POST /mcp\`](/developers#mcp) (Model Context Protocol), [\`/tiles/businesses.json\`](/developers#tiles) (TileJSON) and [\`/data.json\`](/data.json) (DCAT-US 3.0).`;

const toOperation = (tag: string, operationId: string) =>
  `/admin/docs#/${encodeURIComponent(tag)}/${operationId}`;

export const ADMIN_DESCRIPTION = `Choose **Authorize** to sign in with your email address and password. Common tasks:

1. [Key requests](${toOperation('Key requests', 'listKeyRequests')}): approve or reject them. The notification mail links to both.
2. [Keys and usage](${toOperation('Keys', 'listKeys')}): change the limit of a key, or rotate, suspend or revoke it.
3. [Failed mails](${toOperation('Deliveries', 'listDeliveries')}), status \`failed\`: retry them, with a corrected address if needed.
4. [Suggestions](${toOperation('Suggestions', 'listSuggestions')}): accept or dismiss them.
5. [Imports](${toOperation('Imports', 'listImports')}), and individual [businesses](${toOperation('Businesses', 'findBusinesses')}): before you change or remove a business, read it, which fills in \`If-Match\`.
6. [Likely duplicates](${toOperation('Likely duplicates', 'listDuplicates')}): merge or dismiss them.
7. [Audit log](${toOperation('Audit', 'listAudit')}).

Links above a response open the operations for each of its records.`;

/** Operation groups, in the order in which the documents show them. */
export const TAGS = [
  { name: 'Index', description: 'Overview of the API.' },
  { name: 'Key requests', description: 'Requesting API keys and deciding on requests.' },
  { name: 'Keys', description: 'Issued API keys and their lifecycle.' },
  { name: 'Deliveries', description: 'Outgoing mails.' },
  { name: 'Suggestions', description: 'Corrections and additions suggested by visitors.' },
  { name: 'Imports', description: 'Importing businesses from files.' },
  { name: 'Likely duplicates', description: 'Pairs of businesses that may be the same.' },
  { name: 'Sources', description: 'Sources of imported businesses, and when they are fetched.' },
  { name: 'Businesses', description: 'Businesses in the directory.' },
  { name: 'Categories', description: 'Business categories.' },
  { name: 'Places', description: 'Cities, counties and regions of businesses.' },
  { name: 'Events', description: 'Events and their occurrences.' },
  { name: 'Deals', description: 'Deals offered by businesses.' },
  { name: 'Search synonyms', description: 'Words that a search treats as equal.' },
  { name: 'Webhooks', description: 'Signed pings to developers after changes.' },
  {
    name: 'The whole directory',
    description: 'Exporting the directory and keeping a copy up to date.',
  },
  { name: 'Rate limit', description: 'Rate-limit status of an API key.' },
  { name: 'Admins', description: 'Accounts with access to this interface.' },
  { name: 'Audit', description: 'Log of administrative actions.' },
  { name: 'Sign-in', description: 'Access tokens of admins.' },
];
