import type { FastifyRequest } from 'fastify';
import { refuseForeign } from './form-visit.js';

const PUBLIC_URL = 'https://directory.example.org';
const HOST = 'directory.internal:3000';

describe(refuseForeign.name, () => {
  const refuse = (headers: Record<string, string>) => () =>
    refuseForeign({ headers: { host: HOST, ...headers } } as unknown as FastifyRequest, PUBLIC_URL);

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    // Sent by a page with a no-referrer policy.
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }],
    [{ origin: PUBLIC_URL }],
    [{ origin: `https://${HOST}` }],
    [{}],
  ])('accepts %j', (headers) => {
    expect(refuse(headers)).not.toThrow();
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }],
    [{ origin: 'https://evil.example.org' }],
    [{ origin: `${PUBLIC_URL}.evil.example.org` }],
    [{ origin: 'null' }],
  ])('refuses %j', (headers) => {
    expect(refuse(headers)).toThrow('from its own page');
  });
});
