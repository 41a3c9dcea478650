export const PUBLIC_TITLE = 'Minnesota Business Directory';
export const ADMIN_TITLE = 'Minnesota Business Directory: admin';

export const PUBLIC_DESCRIPTION = `The public directory of businesses in Minnesota.

**Getting a key.** Describe what you are building with \`POST /api/v1/key-requests\`. A person reads it; the key comes by e-mail.

**Using it.** Send the key in the \`X-API-Key\` header. Answers are \`{"success": true, "data": …}\`, lists with \`pagination\`; failures are \`{"success": false, "error": {"code", "message", …}}\`.

**Limits.** Each key has a budget of requests an hour, from its first request on. Every response tells where you stand: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix epoch seconds). Past the limit the answer is 429 with \`Retry-After\`.`;

export const ADMIN_DESCRIPTION = `Reviewing key requests, and all that admins do.

Choose **Authorize**, enter your e-mail address as *username* and your password, and leave the client fields empty.`;

/** What each group of operations is, in the order in which the documents show them. */
export const TAGS = [
  { name: 'Index', description: 'What there is.' },
  { name: 'Businesses', description: 'The directory.' },
  { name: 'Categories', description: 'Kinds of businesses.' },
  { name: 'Places', description: 'Cities and counties with businesses.' },
  { name: 'Events', description: 'What happens, where and when.' },
  { name: 'Deals', description: 'Offers of businesses.' },
  { name: 'Search synonyms', description: 'Which words mean the same to a search.' },
  { name: 'The whole directory', description: 'Taking all of it, and keeping a copy in step.' },
  { name: 'Rate limit', description: 'Where a key stands in its budget.' },
  { name: 'Key requests', description: 'Asking for a key, and deciding on it.' },
  { name: 'Keys', description: 'Issued keys and their lives.' },
  { name: 'Deliveries', description: 'Mails on their way.' },
  { name: 'Sign-in', description: 'Admins’ access tokens.' },
  { name: 'Admins', description: 'Who may use this interface.' },
  { name: 'Audit', description: 'Who did what, and when.' },
  { name: 'Suggestions', description: 'What visitors say is wrong or missing.' },
  { name: 'Imports', description: 'Bringing files of businesses in.' },
];
