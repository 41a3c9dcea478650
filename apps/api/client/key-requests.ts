import { pageData } from './swagger-ui.ts';

/** Path of the operation that decides several requests. */
export const DECISIONS = '/admin/key-requests/decisions';

const EXCERPT_LENGTH = 140;

export interface KeyRequest {
  id: string;
  status: string;
  name: string;
  email: string;
  organization: string | null;
  website: string | null;
  project: string;
  expectedRequestsPerHour: number | null;
  earlierRequests: number;
  network: string | null;
  networkRequests: number;
  heldKeys: { label: string; limitPerHour: number; state: string }[];
}

export function isKeyRequest(record: object): record is KeyRequest {
  return 'expectedRequestsPerHour' in record && 'earlierRequests' in record;
}

/** Returns what an admin needs to decide on a request, apart from the name and the project. */
export function senderFacts(request: KeyRequest): string[] {
  const { email, organization, website, expectedRequestsPerHour: expected } = request;
  const { earlierRequests, network, networkRequests, heldKeys } = request;
  return [
    email,
    organization,
    website,
    expected === null ? 'no expected rate' : `expects ${perHour(expected)}`,
    counted(earlierRequests, 'earlier request'),
    network && `${network}: ${counted(networkRequests, 'other request')}`,
    ...heldKeys.map(
      ({ label, limitPerHour, state }) => `holds ${label} (${state}, ${perHour(limitPerHour)})`,
    ),
  ].filter((fact) => fact !== null);
}

export function excerpt(text: string): string {
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).trimEnd()}…` : text;
}

/** Returns the limit of an approval that sets none. */
export function defaultLimit(): number {
  return Number(pageData().defaultLimit);
}

export function perHour(requests: number): string {
  return `${requests.toLocaleString('en-US')} an hour`;
}

function counted(count: number, noun: string): string {
  return `${count || 'no'} ${noun}${count === 1 ? '' : 's'}`;
}
