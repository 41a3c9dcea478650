import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashKeyText } from '#libs/keys/src/key-text/key-text.js';
import { KEY_FORM } from '../support/keys.ts';
import { isTo } from '../support/outbox.ts';
import type { World } from './world.ts';

/** Queries for rows that contradict each other. None may return a row. */
const CONTRADICTIONS: Record<string, string> = {
  'a decided key request without exactly one audit entry, or an undecided one with one': `
    SELECT r.id FROM key_requests r WHERE (SELECT count(*) FROM audit_entries a
      WHERE a.subject_id = r.id::text AND a.action IN ('key-request.approve', 'key-request.reject'))
      <> (r.status IN ('approved', 'rejected'))::int`,
  'an approved key request without a key, or another one with one': `
    SELECT r.id FROM key_requests r LEFT JOIN api_keys k ON k.request_id = r.id
    WHERE (r.status = 'approved') <> (k.id IS NOT NULL)`,
  'a key without exactly one approval mail': `
    SELECT k.id FROM api_keys k WHERE k.request_id IS NOT NULL AND 1 <>
      (SELECT count(*) FROM deliveries d WHERE d.kind = 'key-approved' AND d.data->>'keyId' = k.id::text)`,
  'a rotation without exactly one mail': `
    SELECT k.id FROM api_keys k WHERE
      (SELECT count(*) FROM deliveries d WHERE d.kind = 'key-rotated' AND d.data->>'keyId' = k.id::text) <>
      (SELECT count(*) FROM audit_entries a WHERE a.action = 'key.rotate' AND a.subject_id = k.id::text)`,
  'a revoked key without exactly one audit entry and mail': `
    SELECT k.id FROM api_keys k WHERE (k.state = 'revoked')::int <> ALL (ARRAY[
      (SELECT count(*) FROM audit_entries a WHERE a.action = 'key.revoke' AND a.subject_id = k.id::text),
      (SELECT count(*) FROM deliveries d WHERE d.kind = 'key-revoked' AND d.data->>'keyId' = k.id::text)])`,
  'a sent key whose secret is not the only one of its mail': `
    SELECT d.id FROM deliveries d JOIN api_keys k ON k.id::text = d.data->>'keyId'
    WHERE d.kind IN ('key-approved', 'key-rotated') AND d.status = 'sent'
      AND 1 <> (SELECT count(*) FROM api_key_secrets s WHERE s.delivery_id = d.id)`,
  'an active key without a secret': `
    SELECT k.id FROM api_keys k WHERE k.state = 'active'
      AND NOT EXISTS (SELECT FROM api_key_secrets s WHERE s.key_id = k.id)`,
  'a mail that was not sent': `
    SELECT id FROM deliveries WHERE status NOT IN ('sent', 'superseded')
      AND (status <> 'pending' OR attempts > 0 OR next_attempt_at <= now())`,
  'an accepted suggestion without exactly one audit entry, mail and change': `
    SELECT s.id FROM suggestions s WHERE s.email IS NOT NULL AND (s.status = 'accepted')::int <> ALL (ARRAY[
      (SELECT count(*) FROM audit_entries a WHERE a.action = 'suggestion.accept' AND a.subject_id = s.id::text),
      (SELECT count(*) FROM deliveries d WHERE d.data->>'suggestionId' = s.id::text),
      (SELECT count(*) FROM businesses b WHERE b.id = s.business_id AND b.phone = s.change->>'phone')])`,
  'a merged business without an audit entry': `
    SELECT m.id FROM merged_businesses m WHERE NOT EXISTS (SELECT FROM audit_entries a
      WHERE a.action = 'business.merge' AND a.subject_id = m.id::text AND a.after->'mergedInto' IS NOT NULL)`,
  'a merged business that is not removed, or still has deals': `
    SELECT m.id FROM merged_businesses m JOIN businesses b ON b.id = m.id
    WHERE b.removed_at IS NULL OR EXISTS (SELECT FROM deals d WHERE d.business_id = m.id)`,
  'a business whose removals by admins do not add up': `
    SELECT b.id FROM businesses b JOIN audit_entries a ON a.subject_id = b.id::text
    WHERE a.action ~ '^business\\.(create|remove|restore|merge)$' AND a.after->'merged' IS NULL
      AND NOT EXISTS (SELECT FROM import_changes c WHERE c.business_id = b.id)
    GROUP BY b.id HAVING (b.removed_at IS NOT NULL) <>
      ((array_agg(a.action ORDER BY a.at DESC, a.id DESC))[1] ~ '(remove|merge)$')`,
  'a decided pair of likely duplicates without an audit entry': `
    SELECT d.id FROM duplicates d WHERE d.status <> 'open' AND NOT EXISTS (SELECT FROM audit_entries a
      WHERE a.subject = 'duplicate' AND a.subject_id = d.id::text)`,
  'an import without an audit entry of its start': `
    SELECT i.id FROM imports i WHERE 1 <> (SELECT count(*) FROM audit_entries a
      WHERE a.action = 'import.start' AND a.subject_id = i.id::text)`,
  'an import whose undo and audit entries contradict each other': `
    SELECT i.id FROM imports i WHERE (i.undone IS NOT NULL) <> EXISTS (SELECT
      FROM audit_entries a WHERE a.action = 'import.undo' AND a.subject_id = i.id::text)`,
  'an undone import with a business left': `
    SELECT i.id FROM imports i JOIN source_rows r ON r.import_id = i.id
    JOIN businesses b ON b.id = r.business_id WHERE i.undone_at IS NOT NULL AND b.removed_at IS NULL
      AND NOT EXISTS (SELECT FROM audit_entries a WHERE a.subject_id = b.id::text)`,
  'an import that did not finish': `
    SELECT id FROM imports WHERE status NOT IN ('finished', 'cancelled')`,
  'a business whose stored record is outdated': `
    SELECT id FROM businesses b WHERE record IS DISTINCT FROM business_record(b)`,
};

/** Folders whose temporary files are gone once nothing is left to do. */
const TEMPORARY: Record<string, RegExp> = { exports: /\.part$/, imports: /./, '.': /\.part$/ };

/**
 * Checks a program that has nothing left to do. The sweep and the simulation share these checks.
 *
 * @throws Error with every contradiction
 */
export async function expectInvariants(world: World): Promise<void> {
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(CONTRADICTIONS)) {
    const rows = await world.rows<{ id: string }>(sql);
    if (rows.length > 0) problems.push(`${name}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  problems.push(...(await findUselessMails(world)), ...(await findLeftovers(world)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/**
 * Checks that no key or status link exists whose mail was deferred. Holds unless a fault has struck
 * the database, or the mail server may have accepted the mail.
 *
 * @throws Error with the deferred deliveries
 */
export async function expectNoneDeferred(world: World): Promise<void> {
  const rows = await world.rows<{ id: string }>(
    `SELECT id FROM deliveries WHERE status = 'pending' AND id IN
       (SELECT delivery_id FROM api_key_secrets UNION ALL SELECT delivery_id FROM key_request_links)`,
  );
  if (rows.length === 0) return;
  throw new Error(`deferred mails whose secret is stored: ${rows.map(({ id }) => id).join(', ')}`);
}

/** Finds key mails whose last copy does not contain the secret that the database knows. */
async function findUselessMails(world: World): Promise<string[]> {
  const secrets = await world.rows<{ delivery: string; recipient: string; hash: string }>(
    `SELECT d.id AS delivery, d.recipient, encode(s.hash, 'hex') AS hash
     FROM api_key_secrets s JOIN deliveries d ON d.id = s.delivery_id WHERE d.status = 'sent'`,
  );
  return secrets.flatMap(({ delivery, recipient, hash }) => {
    const last = world.mails.findLast((mail) => mail.messageId?.includes(delivery));
    if (!last || !isTo(last, recipient)) return [`no mail of the delivery ${delivery} arrived`];
    const text = KEY_FORM.exec(last.text ?? '')?.[0] ?? '';
    return hashKeyText(text) === hash ? [] : [`the key in the mail ${delivery} does not work`];
  });
}

async function findLeftovers({ env }: World): Promise<string[]> {
  const found: string[] = [];
  for (const [folder, temporary] of Object.entries(TEMPORARY)) {
    const names = await readdir(join(env.DATA_DIR, folder)).catch(() => []);
    found.push(...names.filter((name) => temporary.test(name)).map((name) => `${folder}/${name}`));
  }
  return found.length > 0 ? [`temporary files were left: ${found.join(', ')}`] : [];
}
