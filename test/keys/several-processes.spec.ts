import { randomUUID } from 'node:crypto';
import { askAsAdmin } from '../support/admin.ts';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { APPROVAL_SUBJECT, decide, requestKey, someEmail } from '../support/keys.ts';
import { isTo, readOutbox } from '../support/outbox.ts';
import { type Program, startProgram } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';

describeOnPostgres('two processes that share keys', () => {
  const settings = { TRUST_PROXY: 'true' };
  let other: Program;
  afterAll(() => other.stop());
  const {
    database,
    program: one,
    pool,
    token,
    issueKey,
  } = useDirectory(settings, () => createDatabase('PostgreSQL'));

  beforeAll(async () => {
    other = await startProgram({ ...database.env, ...settings });
  });

  const use = async (program: Program, key: string) =>
    (await call('GET', `${program.url}/api/v1/businesses`, { key })).status;

  /** Sends requests one by one while their row is locked, so that all of them wait for the lock. */
  const whileLocked = async <T>(table: string, id: string, requests: (() => Promise<T>)[]) => {
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const answers: Promise<T>[] = [];
    for (const request of requests) {
      answers.push(request());
      await eventually(async () => {
        const { rows } = await pool.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows[0]!.waiting === answers.length || undefined;
      });
    }
    await holder.query('COMMIT');
    holder.release();
    return Promise.all(answers);
  };

  it('see each other’s revocations and limits', async () => {
    const { key, keyId } = await issueKey();
    expect([await use(one, key), await use(other, key)]).toEqual([200, 200]);

    await askAsAdmin(one, token, 'PATCH', `keys/${keyId}`, { limitPerHour: 77 });
    await eventually(async () => {
      const { headers } = await call('GET', `${other.url}/api/v1/businesses`, { key });
      return headers.get('x-ratelimit-limit') === '77';
    });

    await askAsAdmin(one, token, 'POST', `keys/${keyId}/revoke`, { reason: 'Leaked.' });
    expect(await use(one, key)).toBe(401);
    await eventually(async () => (await use(other, key)) === 401);
  });

  it('decide a request once and send each mail once', async () => {
    const emails = Array.from({ length: 8 }, someEmail);
    for (const email of emails) {
      const { body } = await requestKey(one, { email });
      const answers = await Promise.all(
        [one, other, one, other].map((program) => decide(program, token, body.data.id, 'approve')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    }
    await eventually(async () => {
      const { body } = await call('GET', `${one.url}/admin/deliveries?status=pending`, { token });
      // The digest to admins is due in ten minutes.
      return body.data.every(({ kind }: any) => kind === 'key-request-notice') || undefined;
    });
    const mails = await readOutbox(database.env.DATA_DIR);
    for (const email of emails) {
      const approvals = mails.filter(
        (mail) => isTo(mail, email) && APPROVAL_SUBJECT.test(mail.subject ?? ''),
      );
      expect([email, approvals.length]).toEqual([email, 1]);
    }
    const { body } = await askAsAdmin(other, token, 'GET', 'keys?limit=100');
    expect(body.data.filter(({ ownerEmail }: any) => emails.includes(ownerEmail))).toHaveLength(8);
  });

  it('suspend a key once and notify its owner once when two admins do so simultaneously', async () => {
    const { keyId } = await issueKey();
    const answers = await whileLocked(
      'api_keys',
      keyId,
      [one, other].map(
        (program) => () =>
          askAsAdmin(program, token, 'POST', `keys/${keyId}/suspend`, { reason: 'Too much.' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await call('GET', `${one.url}/admin/deliveries?limit=100`, { token });
    const matching = body.data.filter(
      (delivery: any) => delivery.keyId === keyId && delivery.kind === 'key-suspended',
    );
    expect(matching).toHaveLength(1);
  });

  it('keep a corrected address when another admin retries the same email simultaneously', async () => {
    const { keyId, email } = await issueKey();
    const right = someEmail();
    const id = randomUUID();
    await pool.query(
      `INSERT INTO deliveries (id, kind, recipient, data, status)
       VALUES ($1, 'key-changed', $2, $3, 'failed')`,
      [id, email, { keyId }],
    );
    const retry = (program: Program, json: object) => () =>
      askAsAdmin(program, token, 'POST', `deliveries/${id}/retry`, json);
    const [corrected] = await whileLocked('deliveries', id, [
      retry(one, { recipient: right }),
      retry(other, {}),
    ]);
    expect([corrected!.status, corrected!.body.data.recipient]).toEqual([200, right]);
    const { rows } = await pool.query(
      `SELECT recipient, owner_email AS owner FROM deliveries, api_keys
       WHERE deliveries.id = $1 AND api_keys.id = $2`,
      [id, keyId],
    );
    expect(rows).toEqual([{ recipient: right, owner: right }]);
  });
});
