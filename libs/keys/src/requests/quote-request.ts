import type { KeyRequest } from '#libs/database/src/database.js';

/**
 * Formats a developer's request for quoting in an email. `project` may be a shortened version of
 * its text.
 */
export function quoteRequest(request: KeyRequest, project = request.project): string {
  const { name, email, organization, website, expectedRequestsPerHour } = request;
  const facts = {
    Name: name,
    Email: email,
    Organization: organization,
    Website: website,
    'Expected requests per hour': expectedRequestsPerHour?.toLocaleString('en-US'),
  };
  const lines = Object.entries(facts).map(([fact, value]) => `${fact}: ${value ?? '-'}`);
  return [...lines, '', project].join('\n');
}
