import { randomBytes } from 'node:crypto';
import type { Email } from 'postal-mime';
import { signIn } from './admin.ts';
import type { TestDatabase } from './databases.ts';
import { type Answer, call } from './http.ts';
import { mailTo } from './outbox.ts';
import type { Program } from './program.ts';

export const KEY_FORM = /mnbd_[0-9A-Za-z]{38}/;

export const APPROVAL_SUBJECT = /^Your API key/;

/** Returns an email address that no other test uses. */
export function someEmail(): string {
  return `dev-${randomBytes(6).toString('hex')}@example.org`;
}

/**
 * Requests a key. With TRUST_PROXY=true every request has a new client address. Otherwise all share
 * one, and the limit of five requests an hour applies.
 */
export function requestKey(
  program: Program,
  fields: Record<string, unknown> = {},
): Promise<Answer> {
  return call('POST', `${program.url}/api/v1/key-requests`, {
    headers: { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
    json: {
      name: 'Astrid Lindqvist',
      email: someEmail(),
      project: 'A map of the cafés along the North Shore.',
      ...fields,
    },
  });
}

export function decide(
  program: Program,
  token: string,
  requestId: string,
  decision: 'approve' | 'reject',
  json: unknown = {},
): Promise<Answer> {
  const url = `${program.url}/admin/key-requests/${requestId}/${decision}`;
  return call('POST', url, { token, json });
}

export interface KeyTerms {
  limitPerHour?: number;
  expiresAt?: string;
}

export interface IssuedKey {
  /** Value of the `X-API-Key` header. */
  key: string;
  keyId: string;
  email: string;
}

/**
 * Obtains a key as a developer does: requests it, has it approved, and reads it from the mail in
 * the outbox.
 *
 * @param token of an admin; by default, the first admin signs in
 */
export async function issueKey(
  program: Program,
  database: TestDatabase,
  approval: KeyTerms = {},
  token?: string,
): Promise<IssuedKey> {
  const email = someEmail();
  const requested = await requestKey(program, { email });
  if (requested.status !== 201) throw new Error(`Requesting a key answered ${requested.status}.`);
  const admin = token ?? (await signIn(program));
  const approved = await decide(program, admin, requested.body.data.id, 'approve', approval);
  if (approved.status !== 200) throw new Error(`Approving answered ${approved.status}.`);
  const mail = await mailTo(database.env.DATA_DIR, email, APPROVAL_SUBJECT);
  return { key: keyIn(mail), keyId: approved.body.data.keyId, email };
}

export function keyIn(mail: Email): string {
  const key = KEY_FORM.exec(mail.text ?? '')?.[0];
  if (!key) throw new Error(`No key in the mail "${mail.subject}".`);
  return key;
}
