import type { FastifyRequest } from 'fastify';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { SURFACES } from '#libs/http/src/surfaces/surfaces.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { generateKeyText, hashKeyText } from '../key-text/key-text.js';
import type { UsageRecorder } from '../usage/usage-recorder.js';
import { ApiKeyVerifier, refusal } from './api-key-verifier.js';
import type { KnownSecret } from '../administration/keys.repository.js';
import type { SecretCache } from './secret-cache.js';

describe(ApiKeyVerifier.name, () => {
  const clock = new ManualClock();
  const past = new Date(clock.now().getTime() - 1);
  const future = new Date(clock.now().getTime() + 1);
  const find = jest.fn<Promise<KnownSecret | undefined>, []>();
  const record = jest.fn();
  const verifier = new ApiKeyVerifier(
    { recall: () => undefined, find } as unknown as SecretCache,
    { record } as unknown as UsageRecorder,
    clock,
  );
  const active: KnownSecret = {
    keyId: 'a',
    limitPerHour: 1000,
    state: 'active',
    keyExpiresAt: null,
    secretExpiresAt: null,
  };
  const key = generateKeyText();
  let request: FastifyRequest;

  beforeEach(() => {
    jest.resetAllMocks();
    request = { ip: '192.0.2.7', context: { traits: SURFACES.api } } as FastifyRequest;
  });

  const codeOf = async (text: string | undefined) => {
    const verdict = await verifier.verify(text, request);
    return verdict instanceof ApiError ? verdict.code : verdict;
  };

  it.each([
    [undefined, 'missing_api_key'],
    ['', 'invalid_api_key'],
    ['x', 'invalid_api_key'],
    [`${key}, ${key}`, 'invalid_api_key'],
    [` ${key}`, 'invalid_api_key'],
    [`${key}\n`, 'invalid_api_key'],
    [key.toLowerCase(), 'invalid_api_key'],
  ])('refuses %j as %s without a lookup', async (text, code) => {
    expect(await codeOf(text)).toBe(code);
    expect(find).not.toHaveBeenCalled();
  });

  it.each([
    [undefined, 'invalid_api_key'],
    [{ state: 'revoked', keyExpiresAt: past }, 'revoked_api_key'],
    [{ state: 'suspended' }, 'suspended_api_key'],
    [{ state: 'suspended', keyExpiresAt: past }, 'expired_api_key'],
    [{ keyExpiresAt: past }, 'expired_api_key'],
    [{ keyExpiresAt: clock.now() }, 'expired_api_key'],
    [{ secretExpiresAt: past }, 'expired_api_key'],
    [
      { keyExpiresAt: future, secretExpiresAt: future },
      { id: 'a', limitPerHour: 1000 },
    ],
    [{}, { id: 'a', limitPerHour: 1000 }],
  ])('maps a secret with %j to %j', async (secret, verdict) => {
    find.mockResolvedValue(secret && ({ ...active, ...secret } as KnownSecret));
    expect(await codeOf(key)).toEqual(verdict);
  });

  it.each(['active', 'revoked'] as const)(
    'leaves only the start of %s keys for the log',
    async (state) => {
      find.mockResolvedValue({ ...active, state });
      await verifier.verify(key, request);
      expect(request.context.keyStart).toBe(key.slice(0, 10));
    },
  );

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ])('charges the lookup of an unknown key to its network: %s', async (ip, network) => {
    find.mockResolvedValue(undefined);
    await verifier.verify(key, { ...request, ip });
    expect(find.mock.calls).toEqual([[hashKeyText(key), network]]);
  });

  it('sends a WWW-Authenticate challenge only for errors that another key would fix', () => {
    const challenge = { 'WWW-Authenticate': expect.stringMatching(/^ApiKey /) as string };
    expect(refusal('missing_api_key', 'Send one.').headers).toEqual(challenge);
    expect(refusal('suspended_api_key', 'It is suspended.').headers).toEqual({});
  });

  it('counts a refusal because of the state of a key', async () => {
    find.mockResolvedValue({ ...active, state: 'suspended' });
    await verifier.verify(key, request);
    expect(record.mock.calls).toEqual([['a', 'refused']]);
  });
});
