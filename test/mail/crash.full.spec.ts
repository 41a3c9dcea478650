import type { Email } from 'postal-mime';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { isAnswered } from '../support/is-answered.ts';
import { APPROVAL_SUBJECT, decide, keyIn, requestKey, someEmail } from '../support/keys.ts';
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '../support/mail-server.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

/** Moment of a delivery at which the program dies. */
type Moment = 'before the message' | 'before the answer' | 'after the answer';

describe('a delivery interrupted by kill -9', () => {
  let server: MailServer;
  let port: number;
  let approvals: Email[];
  const { program, pool, token, admin, restart } = useDirectoryProcess(async () => {
    port = await freePort();
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, TRUST_PROXY: 'true' };
  });

  beforeEach(async () => {
    await pool.query('TRUNCATE deliveries, api_key_secrets, api_keys, key_requests CASCADE');
    approvals = [];
  });
  afterEach(() => server.stop());

  /**
   * Returns options for a mail server that kills the program at the given moment of the first
   * approval.
   */
  const killingServer = (moment: Moment): MailServerOptions => {
    let killed = false;
    const kill = async () => {
      killed = true;
      await program.kill();
    };
    return {
      async onMail(mail, done) {
        if (!APPROVAL_SUBJECT.test(mail.subject ?? '')) return done();
        if (!killed && moment === 'before the message') {
          await kill();
          return server.cut();
        }
        approvals.push(mail);
        if (!killed && moment === 'before the answer') await kill();
        done();
      },
    };
  };
  const approve = async () => {
    const { body } = await requestKey(program, { email: someEmail() });
    // The program may die before it responds, because a mail is sent as soon as it is due.
    await decide(program, token, body.data.id, 'approve').catch(() => {});
  };
  const startAfterCrash = async () => {
    await restart(({ kill }) => kill());
    // Expires the lease of the dead process.
    await pool.query(`UPDATE deliveries SET leased_until = now() WHERE status = 'pending'`);
    // With another mail, the worker looks for due ones at once instead of within five seconds.
    await requestKey(program);
  };
  const secrets = async () => (await pool.query('SELECT start FROM api_key_secrets')).rows;

  it('is sent if the program died before the server accepted the message', async () => {
    server = await startMailServer(killingServer('before the message'), port);
    await approve();
    await eventually(async () => !(await isAnswered(`${program.url}/health`)));
    await startAfterCrash();
    await eventually(() => approvals[0]);
    await eventually(async () => (await secrets()).length === 1 || undefined);
    expect(approvals).toHaveLength(1);
    expect(keyIn(approvals[0]!)).toContain((await secrets())[0].start);
  });

  it('is sent again if the program died before recording it, and the newest key counts', async () => {
    server = await startMailServer(killingServer('before the answer'), port);
    await approve();
    await eventually(async () => !(await isAnswered(`${program.url}/health`)));
    await startAfterCrash();
    await eventually(() => approvals[1]);
    await eventually(async () => (await secrets()).length === 1 || undefined);
    expect(keyIn(approvals[1]!)).toContain((await secrets())[0].start);
    expect(keyIn(approvals[0]!)).not.toBe(keyIn(approvals[1]!));
    expect(approvals[1]!.text).toMatch(/use\s+the\s+key\s+in\s+the\s+newest/);
  });

  it('is not sent again if the program died after recording it', async () => {
    server = await startMailServer(killingServer('after the answer'), port);
    await approve();
    await eventually(async () => {
      const { rows } = await pool.query(
        `SELECT 1 FROM deliveries WHERE kind = 'key-approved' AND status = 'sent'`,
      );
      return rows[0];
    });
    await startAfterCrash();
    const { body } = await admin('GET', 'deliveries?status=pending');
    expect(body.data.filter(({ kind }: any) => kind === 'key-approved')).toEqual([]);
    expect(approvals).toHaveLength(1);
  });
});
