import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { signIn } from '../support/admin.ts';
import { runCli, runCliOnTerminal } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { requestKey, someEmail } from '../support/keys.ts';
import { ADMIN } from '../support/program.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useFolder } from '../support/use-folder.ts';

describe('the command line while the server runs', () => {
  const { database, program, pool, admin, issueKey, mailTo } = useDirectory({
    TRUST_PROXY: 'true',
  });

  const mnbd = (...args: string[]) => runCli(database.env, '--as', 'Olga', ...args);
  const listed = async (...args: string[]) => JSON.parse((await mnbd(...args, '--json')).stdout);
  const useOf = async (key: string) => {
    const { status, body } = await call('GET', `${program.url}/api/v1/businesses`, {
      headers: { 'x-api-key': key },
    });
    return body.error?.code ?? status;
  };
  const audited = async (action: string) => {
    return (await admin('GET', `audit?action=${action}&limit=1`)).body.data[0];
  };

  it('prints the arguments of a command', async () => {
    expect((await runCli({}, 'help', 'keys', 'revoke')).stdout).toMatch(
      /^Usage: mnbd keys revoke /,
    );
  });

  it.each([
    ['kezs', "error: unknown command 'kezs'\n(Did you mean keys?)\n"],
    ['help kezs', "error: unknown command 'kezs'\n(Did you mean keys?)\n"],
    ['help toString', "error: unknown command 'toString'\n"],
    ['help sessions sho', "error: unknown command 'sessions sho'. Use list, end.\n"],
    ['help import file.csv', "error: unknown command 'import file.csv'.\n"],
    ['sessions sho', "error: unknown command 'sessions sho'. Use list, end.\n"],
    ['backup ', "error: command-argument value '' is invalid for argument 'file'. Name a file.\n"],
  ])('refuses "%s" with advice', async (line, stderr) => {
    expect(await runCli({}, ...line.split(' '))).toMatchObject({ code: 1, stderr });
  });

  (existsSync('/dev/full') ? it : it.skip)('reports a full disk behind its output', () => {
    const command = `"${process.execPath}" dist/cli.js generate-directory --size 1 > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'System error: ENOSPC: no space left on device, write.\n',
    ]);
  });

  it('approves and rejects many requests at once and reports those it could not decide', async () => {
    const emails = [someEmail(), someEmail()];
    for (const email of emails) {
      expect((await requestKey(program, { email })).status).toBe(201);
    }
    const [first, second] = await listed('requests', 'list', '--status', 'pending');
    const approved = await mnbd('requests', 'approve', first.id, '--limit-per-hour', '7');
    expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('approved') });
    await mailTo(emails[0]!, /^Your API key/);

    const rejected = await mnbd('requests', 'reject', first.id, second.id, '--reason', 'No.');
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toContain(`${second.id}: rejected`);
    expect(rejected.stderr).toContain(`${first.id}: The request was already approved`);
    expect(await audited('key-request.reject')).toMatchObject({
      admin: null,
      address: null,
      operator: 'Olga',
      subjectId: second.id,
    });
    const wrong = await mnbd('requests', 'approve', second.id, '--limit-per-hour', '0');
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(/^limitPerHour must be a whole number from 1/);
  });

  it('revokes every leaked key in a file and reports unknown ones', async () => {
    const ada = await issueKey();
    const bea = await issueKey();
    const other = await issueKey();
    const leak = join(database.env.DATA_DIR, 'leak.txt');
    const findings = `config.js: "${ada.key}"\nREADME: ${bea.key.slice(0, 10)}\nold: mnbd_00000\n`;
    await writeFile(leak, findings);
    const revoke = ['keys', 'revoke', '--file', leak, '--reason', 'It has leaked.'];
    const refused = await mnbd(...revoke);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/ends keys permanently .* Add --yes to confirm/),
    ]);
    const { code, stdout, stderr } = await mnbd(...revoke, '--yes');
    expect([code, stdout.match(/revoked\./g)]).toEqual([1, ['revoked.', 'revoked.']]);
    expect(stderr).toBe(
      'No key matches mnbd_00000….\n1 reference did not match exactly one key.\n',
    );
    for (const { key } of [ada, bea]) {
      expect(stdout + stderr).not.toContain(key);
      await eventually(async () => (await useOf(key)) === 'revoked_api_key' || undefined);
    }
    expect(await useOf(other.key)).toBe(200);
    expect(await audited('key.revoke')).toMatchObject({ operator: 'Olga' });

    const rotated = await mnbd('keys', 'rotate', other.key);
    expect(rotated.stdout).toContain('The old ones work for another 24 hours.');
    await mailTo(other.email, /^Your new API key/);
    expect(await useOf(other.key)).toBe(200);
    expect((await mnbd('keys', 'rotate', other.key, '--overlap-hours', '0')).code).toBe(0);
    await eventually(async () => (await useOf(other.key)) === 'expired_api_key' || undefined);
  });

  it('asks on a terminal before it revokes keys', async () => {
    const { key, keyId, email } = await issueKey();
    const revoke = ['keys', 'revoke', keyId, '--reason', 'Leaked'];
    const kept = await runCliOnTerminal(database.env, 'n', ...revoke);
    expect(kept).toMatchObject({
      code: 1,
      shown: expect.stringMatching(/Revoke this key permanently [^]*Nothing was revoked/),
    });
    expect(kept.shown).toContain(`${key.slice(0, 10)}… (`);
    expect(kept.shown).toContain(email);
    expect(await useOf(key)).toBe(200);
  });

  it('suspends a key, shows the reason, and resumes it', async () => {
    const { key, keyId } = await issueKey();
    const suspended = await mnbd('keys', 'suspend', keyId, '--reason', 'Too much.');
    expect(suspended.stdout).toMatch(/: suspended\.\n$/);
    await eventually(async () => (await useOf(key)) === 'suspended_api_key' || undefined);
    const { stdout } = await mnbd('keys', 'show', key.slice(0, 10));
    expect(stdout).toMatch(/^State +suspended$/m);
    expect(stdout).toMatch(/^Reason +Too much\.$/m);
    expect((await mnbd('keys', 'resume', keyId)).stdout).toMatch(/: resumed\.\n$/);
    await eventually(async () => (await useOf(key)) === 200 || undefined);
    expect((await mnbd('keys', 'suspend', keyId)).stdout).toMatch(/: suspended\.\n$/);
  });

  it('retries a delivery, optionally to a corrected address, unless it was sent', async () => {
    const { email } = await issueKey();
    const all = await eventually(async () => {
      const sent = await listed('deliveries', 'list', '--status', 'sent');
      const hers = sent.filter(({ recipient }: { recipient: string }) => recipient === email);
      return hers.length === 2 ? hers : undefined;
    });
    const [approval, acknowledgment] = all;
    expect([approval.kind, acknowledgment.kind]).toEqual(['key-approved', 'key-request-received']);
    const failed = "UPDATE deliveries SET status = 'failed', sent_at = NULL WHERE id = $1";
    await pool.query(failed, [approval.id]);
    const right = someEmail();
    const retried = await mnbd(
      ...['deliveries', 'retry', acknowledgment.id, approval.id, '--recipient', right],
    );
    expect(retried.code).toBe(1);
    expect(retried.stderr).toContain(`${acknowledgment.id}: The email was sent at `);
    expect(retried.stdout).toContain(
      `${approval.id}: queued for delivery to ${right} by the server`,
    );
    await mailTo(right, /^Your API key/);
  });

  it('signs admins out, from one session or all', async () => {
    const older = await signIn(program);
    const newer = await signIn(program);
    const statusOf = async (token: string) =>
      (await call('GET', `${program.url}/admin/keys`, { token })).status;
    const [newest] = await listed('sessions');
    const ended = await mnbd('sessions', 'end', newest.id);
    expect(ended.stdout).toBe(`${newest.id}: ended. ${ADMIN.email} is signed out there.\n`);
    expect([await statusOf(older), await statusOf(newer)]).toEqual([200, 401]);
    expect((await mnbd('sessions', 'end')).stderr).toMatch(/^Name sessions, or use/);
    expect((await mnbd('sessions', 'end', '--all')).code).toBe(0);
    expect(await statusOf(older)).toBe(401);
  });

  it('checks the server’s dependencies and reports problems', async () => {
    const healthy = await mnbd('doctor', '--json');
    expect(healthy.code).toBe(0);
    const states = JSON.parse(healthy.stdout).map(({ check, state }: any) => [check, state]);
    expect(states).toEqual(
      [
        'configuration',
        'disk',
        'database',
        'clock',
        'migrations',
        'deliveries',
        'redis',
        'mail',
      ].map((check) => [check, expect.stringMatching(/^(ok|warning)$/)]),
    );
    const env = {
      ...database.env,
      REDIS_URL: 'redis://:secret@127.0.0.1:1',
      SMTP_URL: 'smtp://u:secret@127.0.0.1:1',
      SMTP_URI: 'smtp://u:secret@127.0.0.1:1',
    };
    const { id } = await insertKey(pool);
    await pool.query(
      `INSERT INTO webhooks (key_id, url, secret, next_at, created_at)
       VALUES ($1, 'https://example.org', '', now(), now())`,
      [id],
    );
    const ill = await runCli(env, 'doctor');
    expect(ill.code).toBe(1);
    expect(ill.stdout).toMatch(/^warning +webhooks +No webhook is pinged, because WEBHOOK_KEY/m);
    expect(ill.stdout).toMatch(/^problem +redis +Redis cannot be used: nobody listens there/m);
    expect(ill.stdout).toMatch(/^problem +mail +Emails cannot be sent: connect ECONNREFUSED/m);
    expect(ill.stdout).toMatch(/^warning +configuration +SMTP_URI is not a variable/m);
    expect(ill.stdout).not.toContain('secret');
    const isNew = await runCli({ DATA_DIR: join(tmpdir(), 'mnbd-not-started') }, 'doctor');
    expect([isNew.code, isNew.stdout]).toEqual([0, expect.stringContaining('does not exist yet')]);
  });
});

describe('the settings command', () => {
  const inFolder = useFolder();

  /** Runs it in the folder. */
  const config = (env: NodeJS.ProcessEnv = {}, ...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve('dist/cli.js'), 'config', ...args], {
      cwd: inFolder(),
      env,
    });

  it('shows the effective values, environment before .env, without secrets', async () => {
    // Editors on Windows write a byte order mark.
    const lines = ['REDIS_URL=redis://:hunter2@redis', 'SITE_NAME="Shops & more"', 'PORT=4000'];
    await writeFile(inFolder('.env'), `\uFEFF${[...lines, 'SMTP_URI=smtp://mail'].join('\r\n')}`);
    const { stdout, stderr } = await config({ PORT: '5000' }, '--json');
    const settings = JSON.parse(stdout);
    expect(settings).toContainEqual({ name: 'PORT', value: '5000', source: 'environment' });
    expect(settings).toContainEqual({ name: 'SITE_NAME', value: 'Shops & more', source: '.env' });
    expect(settings).toContainEqual({
      name: 'REDIS_URL',
      value: 'redis://:***@redis',
      source: '.env',
    });
    expect(settings).toContainEqual({ name: 'HOST', value: '127.0.0.1', source: 'default' });
    expect(stderr).toBe('SMTP_URI is not a variable of this program. Did you mean SMTP_URL?\n');
  });

  it('refuses a value in .env that would be cut at a "#"', async () => {
    const lines = [
      'PORT=4000 # free',
      'OTHER=a#b',
      'SITE_NAME="Shop#1"',
      'ADMIN_PASSWORD=hunter#2',
    ];
    await writeFile(inFolder('.env'), lines.join('\n'));
    await expect(config()).rejects.toMatchObject({
      code: 1,
      stderr: 'ADMIN_PASSWORD in .env must be in quotes, because it contains "#".\n',
    });
  });

  it('reports a .env that cannot be read', async () => {
    await mkdir(inFolder('.env'));
    await expect(config()).rejects.toMatchObject({
      code: 1,
      stderr: '.env must be a readable file (EISDIR).\n',
    });
  });
});
