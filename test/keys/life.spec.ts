import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { keyIn } from '../support/keys.ts';
import { query } from '../support/query.ts';
import { useDirectory } from '../support/use-directory.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describe('a key', () => {
  const { database, program, admin, issueKey, mailTo } = useDirectory({ TRUST_PROXY: 'true' });

  const get = (keyId: string) => admin('GET', `keys/${keyId}`);
  const patch = (keyId: string, json: object) => admin('PATCH', `keys/${keyId}`, json);
  const act = (action: string, keyId: string, json?: object) =>
    admin('POST', `keys/${keyId}/${action}`, json);
  const use = async (key: string) => {
    const answer = await call('GET', `${program.url}/api/v1/businesses`, { key });
    return [answer.status, answer.body.error?.code] as const;
  };
  const remaining = async (key: string) => {
    const { headers } = await call('GET', `${program.url}/api/v1/businesses`, { key });
    return Number(headers.get('x-ratelimit-remaining'));
  };

  it('keeps both secrets on one budget when rotated with an overlap', async () => {
    const { key, keyId, email } = await issueKey({ limitPerHour: 10_000 });
    const before = await remaining(key);
    expect((await act('rotate', keyId)).status).toBe(200);
    const mail = await mailTo(email, /^Your new API key/);
    const fresh = keyIn(mail);
    expect(mail.text).toMatch(/old key works\s+until/);
    expect(fresh).not.toBe(key);
    expect(await remaining(fresh)).toBe(before - 1);
    expect(await remaining(key)).toBe(before - 2);

    await query(database, 'UPDATE api_key_secrets SET expires_at = now() WHERE start = $1', [
      key.slice(0, 10),
    ]);
    await untilRefused(key, 'expired_api_key');
    expect(await use(fresh)).toEqual([200, undefined]);
  });

  it('is suspended, resumed and revoked from the next request on, and its owner is notified', async () => {
    const { key, keyId, email } = await issueKey();
    const reason = 'Found in a public repository.';
    expect((await act('suspend', keyId, { reason })).body.data).toMatchObject({
      state: 'suspended',
      stateReason: reason,
    });
    expect(await use(key)).toEqual([403, 'suspended_api_key']);
    expect((await act('suspend', keyId, { reason })).status).toBe(409);
    expect((await mailTo(email, /is suspended/)).text).toContain(reason);

    expect((await act('resume', keyId)).body.data.state).toBe('active');
    expect(await use(key)).toEqual([200, undefined]);
    await mailTo(email, /works again/);

    expect((await act('revoke', keyId, { reason })).body.data.state).toBe('revoked');
    expect(await use(key)).toEqual([401, 'revoked_api_key']);
    expect((await mailTo(email, /was revoked/)).text).toContain(reason);
  });

  it('is suspended without a reason', async () => {
    const { key, keyId, email } = await issueKey();
    expect((await act('suspend', keyId)).body.data.stateReason).toBeNull();
    expect(await use(key)).toEqual([403, 'suspended_api_key']);
    expect((await mailTo(email, /is suspended/)).text).not.toContain('reason');
  });

  it('works again once its expiry is extended', async () => {
    const { key, keyId, email } = await issueKey({
      expiresAt: '2099-01-01T00:00:00Z',
    });
    await query(database, 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [keyId]);
    await untilRefused(key, 'expired_api_key');
    expect((await get(keyId)).body.data.state).toBe('expired');
    expect((await act('rotate', keyId)).status).toBe(409);
    expect((await patch(keyId, { expiresAt: null })).body.data.expiresAt).toBeNull();
    expect(await use(key)).toEqual([200, undefined]);
    const { text } = await mailTo(email, /new terms/);
    expect(text).toContain('Valid until: further notice');
  });

  it.each([
    ['patch', { limitPerHour: 0 }, 'limitPerHour'],
    ['patch', { limitPerHour: null }, 'limitPerHour'],
    ['patch', { expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    ['patch', { label: '' }, 'label'],
    ['patch', { state: 'revoked' }, 'state'],
    ['rotate', { overlapHours: 721 }, 'overlapHours'],
    ['rotate', { overlapHours: -1 }, 'overlapHours'],
    ['revoke', {}, 'reason'],
  ] as const)('rejects an invalid %s with 400: %j', async (action, json, field) => {
    const { status, body } =
      action === 'patch' ? await patch(UNKNOWN, json) : await act(action, UNKNOWN, json);
    expect([status, body.error.details[0].field]).toEqual([400, field]);
  });

  it('returns 404 if it does not exist', async () => {
    expect((await get(UNKNOWN)).status).toBe(404);
    expect((await get('nothing')).status).toBe(404);
    expect((await patch(UNKNOWN, { label: 'x' })).status).toBe(404);
    expect((await act('rotate', UNKNOWN)).status).toBe(404);
    expect((await admin('GET', `keys/${UNKNOWN}/usage`)).status).toBe(404);
  });

  /** Waits until the key is refused, as another process changed it. */
  function untilRefused(key: string, code: string): Promise<boolean> {
    return eventually(async () => (await use(key))[1] === code);
  }
});
