import { randomBytes } from 'node:crypto';
import type { Email } from 'postal-mime';
import { signIn } from './admin.ts';
import type { TestDatabase } from './databases.ts';
import { type Answer, call } from './http.ts';
import { mailTo } from './outbox.ts';
import type { Program } from './program.ts';

export const KEY_FORM = /mnbd_[0-9A-Za-z]{38}/;

export const APPROVAL_SUBJECT = /^Your API key/;

/** An address that nobody else in the tests has. */
export function someEmail(): string {
  return `dev-${randomBytes(6).toString('hex')}@example.org`;
}

/**
 * Asks for a key. Where the program runs with TRUST_PROXY=true, each request comes from an address
 * of its own; without, the limit of five an hour holds.
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

export interface IssuedKey {
  /** Value of the `X-API-Key` header. */
  key: string;
  keyId: string;
  email: string;
}

/** A key got as a developer gets one: requested, approved, and read from the mail in the outbox. */
export async function issueKey(
  program: Program,
  database: TestDatabase,
  approval: { limitPerHour?: number; expiresAt?: string } = {},
): Promise<IssuedKey> {
  const email = someEmail();
  const requested = await requestKey(program, { email });
  if (requested.status !== 201) throw new Error(`Requesting a key answered ${requested.status}.`);
  const token = await signIn(program);
  const approved = await decide(program, token, requested.body.data.id, 'approve', approval);
  if (approved.status !== 200) throw new Error(`Approving answered ${approved.status}.`);
  const mail = await mailTo(database.env.DATA_DIR, email, APPROVAL_SUBJECT);
  return { key: keyIn(mail), keyId: approved.body.data.keyId, email };
}

export function keyIn(mail: Email): string {
  const key = KEY_FORM.exec(mail.text ?? '')?.[0];
  if (!key) throw new Error(`No key in the mail "${mail.subject}".`);
  return key;
}
