export const PUBLIC_TITLE = 'Minnesota Business Directory';
export const ADMIN_TITLE = 'Minnesota Business Directory: admin';

export const PUBLIC_DESCRIPTION = `The public directory of businesses in Minnesota.

**Getting a key.** Describe what you are building with \`POST /api/v1/key-requests\`. A person reads it; the key comes by e-mail.

**Using it.** Send the key in the \`X-API-Key\` header. Answers are \`{"success": true, "data": …}\`, lists with \`pagination\`; failures are \`{"success": false, "error": {"code", "message", …}}\`.

**Limits.** Each key has a budget of requests an hour, from its first request on. Every response tells where you stand: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix epoch seconds). Past the limit the answer is 429 with \`Retry-After\`.`;

const toOperation = (tag: string, operationId: string) =>
  `/admin/docs#/${encodeURIComponent(tag)}/${operationId}`;

export const ADMIN_DESCRIPTION = `Choose **Authorize** to sign in with your e-mail address and password. In the order of the day:

1. [What asks for a key](${toOperation('Key requests', 'listKeyRequests')}): approve or reject it. The mail about a request links both.
2. [Who uses which key](${toOperation('Keys', 'listKeys')}): change its limit, rotate, suspend or revoke it.
3. [Mails that did not arrive](${toOperation('Deliveries', 'listDeliveries')}), with the status \`failed\`: send them again, to a corrected address if need be.
4. [What visitors suggest](${toOperation('Suggestions', 'listSuggestions')}): accept or dismiss it.
5. [Files of businesses](${toOperation('Imports', 'listImports')}), and single [businesses](${toOperation('Businesses', 'findBusinesses')}): to change or remove one, read it first and copy its \`ETag\` into \`If-Match\`.
6. [Who did what](${toOperation('Audit', 'listAudit')}).

Links above an answer lead to what can be done with each of its records.`;

/** What each group of operations is, in the order in which the documents show them. */
export const TAGS = [
  { name: 'Index', description: 'What there is.' },
  { name: 'Key requests', description: 'Asking for a key, and deciding on it.' },
  { name: 'Keys', description: 'Issued keys and their lives.' },
  { name: 'Deliveries', description: 'Mails on their way.' },
  { name: 'Suggestions', description: 'What visitors say is wrong or missing.' },
  { name: 'Imports', description: 'Bringing files of businesses in.' },
  { name: 'Businesses', description: 'The directory.' },
  { name: 'Categories', description: 'Kinds of businesses.' },
  { name: 'Places', description: 'Cities and counties with businesses.' },
  { name: 'Events', description: 'What happens, where and when.' },
  { name: 'Deals', description: 'Offers of businesses.' },
  { name: 'Search synonyms', description: 'Which words mean the same to a search.' },
  { name: 'The whole directory', description: 'Taking all of it, and keeping a copy in step.' },
  { name: 'Rate limit', description: 'Where a key stands in its budget.' },
  { name: 'Admins', description: 'Who may use this interface.' },
  { name: 'Audit', description: 'Who did what, and when.' },
  { name: 'Sign-in', description: 'Admins’ access tokens.' },
];
