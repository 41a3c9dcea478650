import type { KeyRequest } from '#libs/database/src/database.js';

/** What a developer typed into a request, as mails quote it; `project` may be a part of its text. */
export function quoteRequest(request: KeyRequest, project = request.project): string {
  const { name, email, organization, website, expectedRequestsPerHour } = request;
  const facts = {
    Name: name,
    'E-mail': email,
    Organization: organization,
    Website: website,
    'Expected requests per hour': expectedRequestsPerHour?.toLocaleString('en-US'),
  };
  const lines = Object.entries(facts).map(([fact, value]) => `${fact}: ${value ?? '-'}`);
  return [...lines, '', project].join('\n');
}
