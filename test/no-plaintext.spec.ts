import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from './support/admin.ts';
import { onAnyDatabase, type TestDatabase } from './support/databases.ts';
import { eventually } from './support/eventually.ts';
import { call } from './support/http.ts';
import { decide, KEY_FORM, requestKey } from './support/keys.ts';
import { type MailServer, readMail, startMailServer } from './support/mail-server.ts';
import { type ProgramProcess, startProcess } from './support/program-process.ts';
import { query } from './support/query.ts';

onAnyDatabase('after failed deliveries', (create) => {
  let database: TestDatabase;
  let program: ProgramProcess;
  let server: MailServer;
  /** Keys and link tokens that the mail server saw and did not take. */
  const seen: string[] = [];
  let answers: string;

  beforeAll(async () => {
    server = await startMailServer({
      onData(stream, _session, done) {
        void readMail(stream).then(({ text = '' }) => {
          const secret = KEY_FORM.exec(text) ?? /(?<=requests\/)[\w-]{43}/.exec(text);
          if (secret) seen.push(secret[0]);
          done(Object.assign(new Error('5.7.1 Refused'), { responseCode: 554 }));
        });
      },
    });
    database = await create();
    program = await startProcess({
      ...database.env,
      SMTP_URL: server.url,
      LOG_LEVEL: 'trace',
    });
    const { body } = await requestKey(program);
    const token = await signIn(program);
    const approved = await decide(program, token, body.data.id, 'approve');
    const failed = await eventually(async () => {
      const list = await call('GET', `${program.url}/admin/deliveries?status=failed`, { token });
      return list.body.data.some(({ kind }: any) => kind === 'key-approved') ? list : undefined;
    });
    const key = await call('GET', `${program.url}/admin/keys/${approved.body.data.keyId}`, {
      token,
    });
    const audit = await call('GET', `${program.url}/admin/audit`, { token });
    answers = JSON.stringify([approved.body, failed.body, key.body, audit.body]);
    expect(seen.filter((secret) => KEY_FORM.test(secret))).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });
  afterAll(async () => {
    await program.stop();
    await server.stop();
    await database.drop();
  });

  /** Returns every secret in clear and as databases print bytes. */
  const spellings = () => seen.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
  const expectNone = (where: string, content: Buffer | string) => {
    for (const spelling of spellings()) {
      expect([where, content.includes(spelling)]).toEqual([where, false]);
    }
  };

  it('no table holds a key or a link', async () => {
    const tables = await query(
      database,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const rows = await query(database, `SELECT t::text AS row FROM "${name}" t`);
      expectNone(name, rows.map(({ row }) => row).join('\n'));
    }
    expect(await query(database, 'SELECT 1 FROM api_key_secrets')).toEqual([]);
  });

  it('no admin response, log line or file holds one', async () => {
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
