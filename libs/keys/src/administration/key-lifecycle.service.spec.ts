import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { MailService } from '#libs/mail/src/mail.service.js';
import { type HeldMails } from '../../../../test/support/held-mails.ts';
import { KEY_FORM } from '../../../../test/support/keys.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { startOfKeyText } from '../key-text/key-text.js';
import { type ReviewService } from '../review/review.service.js';
import type { UsageRecorder } from '../usage/usage-recorder.js';
import { ApiKeyVerifier } from '../verification/api-key-verifier.js';
import { type SecretCache } from '../verification/secret-cache.js';
import { KeyLifecycleService } from './key-lifecycle.service.js';

const HOUR_MS = 3_600_000;

describe(KeyLifecycleService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let mails: HeldMails;
  let lifecycle: KeyLifecycleService;
  let review: ReviewService;
  let cache: SecretCache;
  let verifier: ApiKeyVerifier;
  let admin: SignedInAdmin;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });

  beforeEach(async () => {
    const { database } = served;
    await database.apiKeySecret.deleteMany();
    await database.delivery.deleteMany();
    clock = new ManualClock();
    ({ mails, cache, lifecycle, review } = keyServices(database, clock));
    verifier = new ApiKeyVerifier(cache, { record: () => {} } as unknown as UsageRecorder, clock);
  });

  const approve = async (approval: { expiresAt?: Date } = {}): Promise<string> => {
    const { id } = await served.database.keyRequest.create({
      data: { name: 'Bea', email: `${randomUUID()}@example.org`, project: 'A map.' },
    });
    return (await review.approve(id, approval, admin)).keyId!;
  };
  /** Sends the only pending email and returns the secret in it. */
  const receive = async (): Promise<string> => {
    const sent = await mails.send();
    expect(sent).toHaveLength(1);
    // `KeyVersionWatch` does this when it sees that a secret has changed.
    cache.clear();
    return KEY_FORM.exec(sent[0]!.text)![0];
  };
  const deliver = async () => {
    const keyId = await approve();
    const secret = await receive();
    clock.advance(1);
    return { keyId, secret };
  };
  /** Returns the error code that a request with this secret gets, or "works". */
  const use = async (secret: string): Promise<string> => {
    const request = { ip: '192.0.2.7', context: {} } as FastifyRequest;
    const verdict = await verifier.verify(secret, request);
    return verdict instanceof ApiError ? verdict.code : 'works';
  };
  const secretsOf = (keyId: string) => served.database.apiKeySecret.count({ where: { keyId } });
  const lastDelivery = () =>
    served.database.delivery.findFirstOrThrow({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });

  describe('delivering a secret by email', () => {
    it('keeps a secret that may have arrived until a later email is accepted', async () => {
      mails.fail('uncertain', 'uncertain');
      const keyId = await approve();
      const first = await receive();
      const second = await receive();
      expect([await use(first), await use(second)]).toEqual(['works', 'works']);
      const third = await receive();
      expect(await use(third)).toBe('works');
      expect([await use(first), await use(second)]).toEqual(['invalid_api_key', 'invalid_api_key']);
      expect(await secretsOf(keyId)).toBe(1);
    });

    it.each(['deferred', 'rejected'] as const)(
      'removes the secret of a %s email but keeps one that may have arrived earlier',
      async (outcome) => {
        mails.fail('uncertain', outcome);
        await approve();
        const arrived = await receive();
        const lost = await receive();
        expect([await use(arrived), await use(lost)]).toEqual(['works', 'invalid_api_key']);
        expect(await lastDelivery()).toMatchObject({
          status: outcome === 'rejected' ? 'failed' : 'pending',
          lastError: `the mail was ${outcome}`,
        });
      },
    );

    it.each(['approval', 'rotation'])(
      'sends no email and creates no secret once the key is revoked (%s)',
      async (cause) => {
        const keyId = await approve();
        if (cause === 'rotation') {
          await receive();
          await lifecycle.rotate(keyId, 0, admin);
        }
        const before = await secretsOf(keyId);
        await lifecycle.revoke(keyId, 'Abuse.', admin);
        const sent = await mails.send();
        expect(sent.map(({ subject }) => subject)).toEqual(['Your API key was revoked']);
        expect(await secretsOf(keyId)).toBe(before);
        const kind = cause === 'approval' ? 'key-approved' : 'key-rotated';
        const where = { kind, data: { path: ['keyId'], equals: keyId } };
        const delivery = await served.database.delivery.findFirstOrThrow({ where });
        expect(delivery).toMatchObject({ status: 'superseded', lastError: 'The key was revoked.' });
      },
    );

    it('sends no email once the key has expired, to the millisecond', async () => {
      const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
      mails.fail('deferred');
      await approve({ expiresAt });
      clock.advance(HOUR_MS - 1);
      await receive();
      clock.advance(1);
      expect(await mails.send()).toEqual([]);
      expect(await lastDelivery()).toMatchObject({ lastError: 'The key has expired.' });
    });

    it('explains in the email that the key is suspended and works once it is resumed', async () => {
      const keyId = await approve();
      await lifecycle.suspend(keyId, 'Too much.', admin);
      const sent = await mails.send();
      const { text } = sent.find((each) => KEY_FORM.test(each.text))!;
      expect(text).toContain('The key is suspended. Until we resume it');
      const secret = KEY_FORM.exec(text)![0];
      expect(await use(secret)).toBe('suspended_api_key');
      await lifecycle.resume(keyId, admin);
      expect(await use(secret)).toBe('works');
    });
  });

  describe('rotating a key', () => {
    it('ends the old secret after the overlap, which starts when the email is accepted', async () => {
      const keyId = await approve();
      const former = await receive();
      await lifecycle.rotate(keyId, 2, admin);
      clock.advance(24 * HOUR_MS);
      expect(await use(former)).toBe('works');
      clock.advance(1);
      const present = await receive();
      clock.advance(2 * HOUR_MS - 1);
      expect([await use(former), await use(present)]).toEqual(['works', 'works']);
      clock.advance(1);
      expect([await use(former), await use(present)]).toEqual(['expired_api_key', 'works']);
    });

    it('keeps the old secret working until the email with the new one is accepted', async () => {
      const { keyId, secret: former } = await deliver();
      await lifecycle.rotate(keyId, 1, admin);
      mails.fail('deferred', 'uncertain');
      const lost = await receive();
      const perhaps = await receive();
      clock.advance(48 * HOUR_MS);
      expect([await use(former), await use(perhaps)]).toEqual(['works', 'works']);
      expect(await use(lost)).toBe('invalid_api_key');
      const present = await receive();
      expect([await use(former), await use(present)]).toEqual(['works', 'works']);
      expect(await use(perhaps)).toBe('invalid_api_key');
    });

    it('with no overlap, ends a leaked secret at once even if the email is deferred', async () => {
      const { keyId, secret: leaked } = await deliver();
      await lifecycle.rotate(keyId, 0, admin);
      expect(await use(leaked)).toBe('expired_api_key');
      mails.fail('deferred');
      await receive();
      expect(await use(leaked)).toBe('expired_api_key');
      const present = await receive();
      expect([await use(leaked), await use(present)]).toEqual(['expired_api_key', 'works']);
    });

    it('never revives a secret that an earlier rotation ended', async () => {
      const { keyId, secret: leaked } = await deliver();
      await lifecycle.rotate(keyId, 0, admin);
      const second = await receive();
      clock.advance(1);
      await lifecycle.rotate(keyId, 24, admin);
      const third = await receive();
      expect(await use(leaked)).toBe('expired_api_key');
      expect([await use(second), await use(third)]).toEqual(['works', 'works']);
      clock.advance(24 * HOUR_MS);
      expect([await use(second), await use(third)]).toEqual(['expired_api_key', 'works']);
    });

    it('promises an overlap only if an older secret still works', async () => {
      const { keyId } = await deliver();
      await lifecycle.rotate(keyId, 0, admin);
      mails.fail('rejected');
      await receive();
      for (const promise of [/old\s+key\s+no\s+longer\s+works/, /old\s+key\s+works\s+until/]) {
        await lifecycle.rotate(keyId, 24, admin);
        expect((await mails.send()).map(({ text }) => text)).toEqual([
          expect.stringMatching(promise),
        ]);
        clock.advance(1);
      }
    });

    it('may shorten the overlap of an earlier rotation but never extends it', async () => {
      const { keyId, secret: first } = await deliver();
      await lifecycle.rotate(keyId, 2, admin);
      const second = await receive();
      clock.advance(1);
      await lifecycle.rotate(keyId, 48, admin);
      await receive();
      clock.advance(2 * HOUR_MS);
      expect([await use(first), await use(second)]).toEqual(['expired_api_key', 'works']);
      await lifecycle.rotate(keyId, 1, admin);
      await receive();
      clock.advance(HOUR_MS);
      expect(await use(second)).toBe('expired_api_key');
    });

    it('with no overlap, also ends secrets that an earlier overlap keeps alive', async () => {
      const { keyId, secret: first } = await deliver();
      await lifecycle.rotate(keyId, 48, admin);
      const second = await receive();
      clock.advance(1);
      await lifecycle.rotate(keyId, 0, admin);
      expect([await use(first), await use(second)]).toEqual(['expired_api_key', 'expired_api_key']);
    });

    it('leaves the secrets of other keys alone', async () => {
      await approve();
      const others = await receive();
      const { keyId } = await deliver();
      await lifecycle.rotate(keyId, 0, admin);
      await receive();
      expect(await use(others)).toBe('works');
    });

    it('returns a conflict for an expired or revoked key', async () => {
      const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
      const expired = await approve({ expiresAt });
      const revoked = await approve();
      await lifecycle.revoke(revoked, 'Abuse.', admin);
      clock.advance(HOUR_MS - 1);
      await lifecycle.rotate(expired, 1, admin);
      clock.advance(1);
      for (const id of [expired, revoked]) {
        await expect(lifecycle.rotate(id, 1, admin)).rejects.toMatchObject({ code: 'conflict' });
      }
    });
  });

  describe('suspending, resuming and revoking', () => {
    it('return a conflict when repeated, and only a revocation before the emails go out is mailed', async () => {
      const keyId = await approve();
      await mails.send();
      const refused = { code: 'conflict' };
      await expect(lifecycle.resume(keyId, admin)).rejects.toMatchObject(refused);
      await lifecycle.suspend(keyId, 'Too much.', admin);
      await expect(lifecycle.suspend(keyId, 'Again.', admin)).rejects.toMatchObject(refused);
      await lifecycle.change(keyId, { limitPerHour: 5 }, admin);
      await lifecycle.resume(keyId, admin);
      await lifecycle.revoke(keyId, 'Abuse.', admin);
      for (const again of [
        lifecycle.suspend(keyId, 'Again.', admin),
        lifecycle.resume(keyId, admin),
        lifecycle.revoke(keyId, 'Again.', admin),
        lifecycle.change(keyId, { limitPerHour: 5 }, admin),
      ]) {
        await expect(again).rejects.toMatchObject(refused);
      }
      const sent = await mails.send();
      expect(sent.map(({ subject }) => subject)).toEqual(['Your API key was revoked']);
    });

    it('return a conflict once the key has expired, except for revoking', async () => {
      const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
      const active = await approve({ expiresAt });
      const suspended = await approve({ expiresAt });
      await lifecycle.suspend(suspended, 'Too much.', admin);
      clock.advance(HOUR_MS);
      const refused = { code: 'conflict', message: expect.stringMatching(/has expired/) as string };
      await expect(lifecycle.suspend(active, 'Too much.', admin)).rejects.toMatchObject(refused);
      await expect(lifecycle.resume(suspended, admin)).rejects.toMatchObject(refused);
      await lifecycle.revoke(active, 'Abuse.', admin);
    });

    it('identify the key by its working secrets, newest first', async () => {
      const { keyId, secret: leaked } = await deliver();
      await lifecycle.rotate(keyId, 0, admin);
      const second = await receive();
      clock.advance(1);
      await lifecycle.rotate(keyId, 24, admin);
      const third = await receive();
      await lifecycle.suspend(keyId, 'Too much.', admin);
      const [{ text } = { text: '' }] = await mails.send();
      expect(text).toContain(`Key: ${startOfKeyText(third)}…, ${startOfKeyText(second)}…\n`);
      expect(text).not.toContain(startOfKeyText(leaked));
    });

    it('report only the final state if no email went out in between', async () => {
      const keyId = await approve();
      await mails.send();
      await lifecycle.suspend(keyId, 'Too much.', admin);
      await lifecycle.resume(keyId, admin);
      const resumed = await mails.send();
      expect(resumed.map(({ subject }) => subject)).toEqual(['Your API key works again']);
      await lifecycle.suspend(keyId, 'Too much.', admin);
      await lifecycle.resume(keyId, admin);
      await lifecycle.suspend(keyId, 'Abuse.', admin);
      const suspended = await mails.send();
      expect(suspended.map(({ subject }) => subject)).toEqual(['Your API key is suspended']);
      expect(suspended[0]!.text).toContain('Abuse.');
    });
  });

  it('records the old and new values of each change and the request that made it', async () => {
    const keyId = await approve();
    await mails.send();
    await served.database.delivery.deleteMany({ where: { kind: 'key-approved' } });
    const asking = { ...admin, httpRequestId: 'req-7' };
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS);
    await lifecycle.change(keyId, { limitPerHour: 5, expiresAt, label: 'Maps' }, asking);
    await lifecycle.change(keyId, { limitPerHour: 5 }, asking);
    await lifecycle.rotate(keyId, 12, asking);
    await lifecycle.suspend(keyId, 'Too much.', asking);
    await lifecycle.resume(keyId, asking);
    const entries = await served.database.auditEntry.findMany({
      where: { subject: 'key', subjectId: keyId },
      orderBy: { id: 'asc' },
    });
    const suspended = { state: 'suspended', reason: 'Too much.' };
    const active = { state: 'active', reason: null };
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        'key.change',
        { label: 'Bea', limitPerHour: 1000, expiresAt: null },
        { label: 'Maps', limitPerHour: 5, expiresAt: expiresAt.toISOString() },
      ],
      ['key.rotate', null, { overlapHours: 12 }],
      ['key.suspend', active, suspended],
      ['key.resume', suspended, active],
    ]);
    const deliveries = await served.database.delivery.findMany({ select: { httpRequestId: true } });
    expect(deliveries).toEqual(Array(4).fill({ httpRequestId: 'req-7' }));
  });

  it('clears the secret cache only after the commit, because earlier reads would refill it', async () => {
    const commit = jest.fn(async () => undefined);
    const clear = jest.fn(() => expect(commit).toHaveBeenCalledTimes(1));
    const mail = { inTransaction: commit } as unknown as MailService;
    const { keys, audit } = keyServices(served.database, clock);
    await new KeyLifecycleService(keys, mail, audit, clock, { clear }).resume(randomUUID(), admin);
    expect(clear).toHaveBeenCalledTimes(1);
  });
});
