import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { decide, KEY_FORM, requestKey } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { ADMIN } from '../support/program.ts';
import { query } from '../support/query.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

/** Counts of requests by the client's network, each kept for at most a day. */
const LIMITS = ['attempt_windows', 'rate_limit_windows', 'recent_traffic'];

/** Start of every Ed25519 private key in PKCS #8 (RFC 8410, section 7), in hex and base64. */
const PRIVATE_KEY_STARTS = ['302e020100300506032b657004220420', 'MC4CAQAwBQYDK2VwBCIEI'];

describe('after failed deliveries', () => {
  let server: MailServer;
  /** Keys and link tokens in mails that the mail server refused. */
  const seen: string[] = [];
  let answers: string;
  const { database, program, token, admin } = useDirectoryProcess(async () => {
    server = await startMailServer({
      onMail({ text = '' }, done) {
        for (const form of [KEY_FORM, /(?<=requests\/)[\w-]{43}/]) {
          seen.push(...(form.exec(text) ?? []));
        }
        done(Object.assign(new Error('5.7.1 Refused'), { responseCode: 554 }));
      },
    });
    return { SMTP_URL: server.url, TRUST_PROXY: '1', LOG_LEVEL: 'trace' };
  });

  beforeAll(async () => {
    const { body } = await requestKey(program);
    const approved = await decide(program, token, body.data.id, 'approve');
    const failed = await eventually(async () => {
      const list = await admin('GET', 'deliveries?status=failed');
      return list.body.data.some(({ kind }: any) => kind === 'key-approved') ? list : undefined;
    });
    const key = await admin('GET', `keys/${approved.body.data.keyId}`);
    const audit = await admin('GET', 'audit');
    answers = JSON.stringify([approved.body, failed.body, key.body, audit.body]);
    expect(seen.filter((secret) => KEY_FORM.test(secret))).toHaveLength(1);
    expect(seen).toHaveLength(3);
  });
  afterAll(() => server.stop());

  /** Returns every secret as plain text and in hex, as databases print bytes. */
  const spellings = () => seen.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
  /** Reads all tables as text, by name. */
  const readTables = async (): Promise<[name: string, content: string][]> => {
    const tables = await query(
      database,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    return Promise.all(
      tables.map(async ({ name }): Promise<[string, string]> => {
        const rows = await query(database, `SELECT t::text AS row FROM "${name}" t`);
        return [name, rows.map(({ row }) => row).join('\n')];
      }),
    );
  };
  const expectNone = (where: string, content: Buffer | string) => {
    for (const spelling of spellings()) {
      expect([where, content.includes(spelling)]).toEqual([where, false]);
    }
  };

  it('no table holds a key or a link', async () => {
    for (const [name, content] of await readTables()) expectNone(name, content);
    // The suite has a key of its own.
    expect(await query(database, 'SELECT 1 FROM api_key_secrets')).toHaveLength(1);
    expect(await query(database, 'SELECT 1 FROM key_request_links')).toEqual([]);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ])(
    'no table but the limits of the last hours holds an admin’s address: %s',
    async (address, network) => {
      const headers = { 'x-forwarded-for': address };
      const form = { username: ADMIN.email, password: ADMIN.password };
      const { body } = await call('POST', `${program.url}/admin/token`, { form, headers });
      const token = body.access_token;
      await call('DELETE', `${program.url}/admin/token`, { token, headers });
      const kept = (await readTables()).filter(([name]) => !LIMITS.includes(name));
      for (const [name, content] of kept) {
        expect([name, content.includes(address)]).toEqual([name, false]);
      }
      const audit = kept.find(([name]) => name === 'audit_entries')![1];
      expect(audit.split(network)).toHaveLength(3);
    },
  );

  it('no table holds the key that signs forms', async () => {
    const page = await fetch(`${program.url}/developers/request`);
    expect(await page.text()).toContain('name="token"');
    expect(await query(database, 'SELECT 1 FROM form_keys')).toHaveLength(1);
    for (const [name, content] of await readTables()) {
      for (const start of PRIVATE_KEY_STARTS) {
        expect([name, content.includes(start)]).toEqual([name, false]);
      }
    }
  });

  it('no admin response, log line or file holds a key or a link', async () => {
    expectNone('answers', answers);
    await program.stop();
    expectNone('log', program.output());
    const folder = database.env.DATA_DIR;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expectNone(entry.name, await readFile(join(entry.parentPath, entry.name)));
    }
  });
});
