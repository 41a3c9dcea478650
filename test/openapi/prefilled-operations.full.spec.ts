import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { insertBusiness } from '../support/directory.ts';
import { signIn } from '../support/admin.ts';
import {
  execute,
  filledIn,
  type ShownOperation,
  shownOperations,
} from '../support/prefilled-operations.ts';
import { createDatabase } from '../support/databases.ts';
import { insertKey } from '../support/insert-key.ts';
import { requestKey } from '../support/keys.ts';
import { readDocuments } from '../support/openapi.ts';
import { changesBetween, readState } from '../support/stored-state.ts';
import { useDirectory } from '../support/use-directory.ts';

const DUPLICATE_DECIDED = [
  'audit_entries +',
  'duplicates.decided_at',
  'duplicates.decided_by_id',
  'duplicates.status',
];

/**
 * Effects of each operation, except on the admin's last activity. All others change nothing.
 */
const EFFECTS: Record<string, string[]> = {
  requestKey: ['deliveries +', 'key_requests +'],
  withdrawKeyRequest: ['key_requests.decided_at', 'key_requests.status'],
  approveKeyRequest: [
    'api_keys +',
    'audit_entries +',
    'deliveries +',
    'key_requests.decided_at',
    'key_requests.decided_by_id',
    'key_requests.status',
  ],
  reopenKeyRequest: [
    'audit_entries +',
    'key_requests.decided_at',
    'key_requests.reason',
    'key_requests.status',
  ],
  rotateKey: ['audit_entries +', 'deliveries +'],
  suspendKey: ['api_keys.state', 'audit_entries +', 'deliveries +'],
  resumeKey: ['api_keys.state', 'audit_entries +', 'deliveries +'],
  registerWebhook: ['audit_entries +', 'webhooks +', 'webhooks -'],
  removeWebhook: ['audit_entries +', 'webhooks -'],
  clearKeyLimit: ['audit_entries +'],
  clearAddressLimit: ['audit_entries +'],
  retryDelivery: ['audit_entries +', 'deliveries.status'],
  signIn: ['audit_entries +'],
  signOut: ['admin_sessions -', 'audit_entries +'],
  disableAdmin: ['admin_sessions -', 'admins.disabled_at', 'audit_entries +'],
  enableAdmin: ['admins.disabled_at', 'audit_entries +'],
  signAdminOut: ['admin_sessions -', 'audit_entries +'],
  createBusiness: ['audit_entries +', 'businesses +'],
  removeBusiness: ['audit_entries +', 'businesses.removed_at'],
  restoreBusiness: ['audit_entries +', 'businesses.removed_at'],
  createCategory: ['audit_entries +', 'categories +'],
  removeRegion: ['audit_entries +', 'regions -'],
  createSynonym: ['audit_entries +', 'search_synonyms +'],
  removeSynonym: ['audit_entries +', 'search_synonyms -'],
  dismissDuplicate: DUPLICATE_DECIDED,
  postponeDuplicate: DUPLICATE_DECIDED,
  reopenDuplicate: ['audit_entries +', 'duplicates.status'],
  createSource: ['audit_entries +', 'sources +'],
  removeSource: ['audit_entries +', 'sources -'],
  createEvent: ['audit_entries +', 'events +'],
  removeEvent: ['audit_entries +', 'events.removed_at'],
  restoreEvent: ['audit_entries +', 'events.removed_at'],
  createDeal: ['audit_entries +', 'deals +'],
  removeDeal: ['audit_entries +', 'deals.removed_at'],
  restoreDeal: ['audit_entries +', 'deals.removed_at'],
  cancelImport: ['audit_entries +', 'imports.finished_at', 'imports.status'],
  acceptSuggestion: [
    'audit_entries +',
    'businesses.website',
    'suggestions.decided_at',
    'suggestions.decided_by_id',
    'suggestions.status',
  ],
  reopenSuggestion: ['audit_entries +', 'suggestions.status'],
};

/**
 * Operations that the server refuses as prefilled: a password, a file, a reason, the places of a
 * region or the business to merge or keep is missing, the category has businesses, or the import is
 * a running dry run.
 */
const REFUSED = [
  'addAdmin',
  'resetAdminPassword',
  'signIn',
  'startImport',
  'undoImport',
  'getImportRows',
  'listImportRows',
  'removeCategory',
  'createRegion',
  'mergeBusiness',
  'mergeDuplicate',
  'rejectKeyRequest',
  'revokeKey',
  'dismissSuggestion',
];

describe('executing every operation of both documents as prefilled', () => {
  const { program, pool, key } = useDirectory(
    {
      SAMPLE_DATA: 'true',
      TRUST_PROXY: 'true',
      // No mail server listens here. Mails stay queued, so that sending them changes nothing.
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
    () => createDatabase('embedded'),
  );
  let operations: ShownOperation[];

  beforeAll(async () => {
    const documents = await readDocuments(program);
    // Deletes come last, because other operations need the records.
    operations = documents
      .flatMap(shownOperations)
      .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));
  });

  const insert = async (table: string, row: Record<string, unknown>) => {
    const columns = { id: uuidv7(), ...row };
    await pool.query(
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
       VALUES (${Object.keys(columns)
         .map((_, i) => `$${i + 1}`)
         .join(', ')})`,
      Object.values(columns),
    );
    return columns.id;
  };
  const someAdmin = (row: Record<string, unknown> = {}) =>
    insert('admins', { email: `${uuidv7()}@example.org`, name: 'X', password_hash: 'X', ...row });
  const removed = async (table: string) => {
    const { rows } = await pool.query(
      `UPDATE ${table} SET removed_at = now()
       WHERE id = (SELECT max(id::text)::uuid FROM ${table}) RETURNING id`,
    );
    return rows[0].id as string;
  };
  const someDuplicate = async (status: string) => ({
    id: await insert('duplicates', {
      first_id: await insertBusiness(pool),
      second_id: await insertBusiness(pool),
      score: 0.8,
      reasons: ['name'],
      created_at: new Date(),
      status,
    }),
  });
  const request = async () => (await requestKey(program)).body.data.id as string;

  /**
   * Input for required fields, by part of the path. Each call creates a record in its initial
   * state.
   */
  const typed: Record<string, () => Promise<Record<string, string>>> = {
    '/key-requests/status/': async () => {
      const token = randomBytes(32).toString('base64url');
      const hash = createHash('sha256').update(token).digest();
      await insert('key_request_links', { request_id: await request(), hash });
      return { token };
    },
    '/key-requests/{id}/reopen': async () => {
      const id = await request();
      await pool.query(
        `UPDATE key_requests SET status = 'rejected', reason = 'X', decided_at = now()
         WHERE id = $1`,
        [id],
      );
      return { id };
    },
    '/key-requests/': async () => ({ id: await request() }),
    '/resume': async () => ({ id: (await insertKey(pool, { state: 'suspended' })).id }),
    '/webhook': async () => {
      const { id } = await insertKey(pool);
      await pool.query(
        `INSERT INTO webhooks (key_id, url, secret, next_at, created_at)
         VALUES ($1, 'https://example.org/', '', now() + interval '1 day', now())`,
        [id],
      );
      return { id };
    },
    '/admin/keys/': async () => ({ id: (await insertKey(pool)).id }),
    '/admin/addresses/': async () => ({ address: '192.0.2.7' }),
    '/deliveries/': async () => ({
      id: await insert('deliveries', {
        kind: 'rejection',
        recipient: 'ada@example.org',
        data: { requestId: await request() },
        status: 'failed',
      }),
    }),
    '/enable': async () => ({ id: await someAdmin({ disabled_at: new Date() }) }),
    '/admins/': async () => {
      const id = await someAdmin();
      await insert('admin_sessions', {
        admin_id: id,
        token_hash: randomBytes(32),
        address: '127.0.0.1',
        expires_at: new Date(Date.now() + 3_600_000),
      });
      return { id };
    },
    '/suggestions/{id}/reopen': async () => ({
      id: await insert('suggestions', {
        about: 'website',
        correction: 'X',
        source: 'X',
        status: 'dismissed',
      }),
    }),
    '/suggestions/': async () => {
      const { rows } = await pool.query('SELECT id FROM businesses LIMIT 1');
      const business_id = rows[0].id;
      const change = { website: 'https://example.org/books' };
      const texts = { about: 'website', correction: 'Its address.', source: 'A sign.' };
      return { id: await insert('suggestions', { business_id, change, ...texts }) };
    },
    '/businesses/{idOrSlug}/restore': async () => ({ idOrSlug: await removed('businesses') }),
    '/events/{idOrSlug}/restore': async () => ({ idOrSlug: await removed('events') }),
    '/deals/{idOrSlug}/restore': async () => ({ idOrSlug: await removed('deals') }),
    '/duplicates/{id}/reopen': () => someDuplicate('dismissed'),
    '/duplicates/': () => someDuplicate('open'),
    '/admin/sources/': async () => {
      const sql = 'INSERT INTO sources (name) VALUES ($1) RETURNING id::text';
      return { idOrSlug: (await pool.query(sql, [uuidv7()])).rows[0].id };
    },
    '/imports/': async () => ({
      id: await insert('imports', {
        admin_id: await someAdmin(),
        dry_run: true,
        size: 1,
        status: 'running',
        lease_id: uuidv7(),
        leased_until: new Date(Date.now() + 3_600_000),
      }),
    }),
  };

  const typedFor = ({ path }: ShownOperation) =>
    Object.keys(typed).find((part) => path.includes(part));

  async function valuesFor(operation: ShownOperation): Promise<Record<string, string>> {
    const example = operation.parameters.find(({ name }) => name === 'idOrSlug')?.schema
      .examples?.[0];
    const record = typedFor(operation);
    return {
      ...(example !== undefined && { idOrSlug: example as string }),
      ...(record && (await typed[record]!())),
      'If-Match': '*',
    };
  }

  const asked = async () => ({
    'x-api-key': key,
    authorization: `Bearer ${await signIn(program)}`,
  });

  it('changes no record that the user did not choose', async () => {
    const headers = await asked();
    const before = await readState(pool);
    const acting: string[] = [];
    const failed: string[] = [];
    for (const operation of operations) {
      const { operationId, method, path, parameters } = operation;
      const isComplete = parameters.every(
        (parameter) => !parameter.required || filledIn(parameter) !== undefined,
      );
      if (!isComplete) continue;
      if (method === 'GET') {
        const { status, text } = await execute(program.url, operation, { headers });
        if (status !== 200) failed.push(`${operationId}: ${status} ${text}`);
      } else if (path.includes('{')) acting.push(operationId);
    }
    expect(acting).toEqual([]);
    // The prefilled token belongs to no request, and the sample data has no source.
    expect(failed).toEqual([
      expect.stringMatching(/^getKeyRequestProgress: 404 /),
      expect.stringMatching(/^readSource: 404 /),
    ]);
    expect(changesBetween(before, await readState(pool, before))).toEqual([]);
  });

  it('changes only what the operation name promises', async () => {
    const session = await asked();
    const changes: Record<string, string[]> = {};
    const refused: Record<string, string> = {};
    let before = await readState(pool);
    for (const operation of operations) {
      const values = await valuesFor(operation);
      const isSigningOut = operation.operationId === 'signOut';
      const headers = isSigningOut ? await asked() : session;
      if (typedFor(operation) || isSigningOut) before = await readState(pool, before);
      const { status, text } = await execute(program.url, operation, { headers, values });
      if (status >= 400) refused[operation.operationId] = `${status} ${text}`;
      const after = await readState(pool, before);
      const changed = changesBetween(before, after);
      if (changed.length > 0) changes[operation.operationId] = changed;
      before = after;
    }
    expect(refused).toEqual(
      Object.fromEntries(REFUSED.map((operationId) => [operationId, expect.any(String)])),
    );
    expect(changes).toEqual(EFFECTS);
  });
});
