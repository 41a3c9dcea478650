import { Logger } from '@nestjs/common';
import type { Environment } from '#libs/config/src/environment.js';
import type { Database } from '#libs/database/src/database.js';
import { DatabaseAwayError } from '#libs/database/src/database-errors.js';
import { HeldMails } from '../../../../test/support/held-mails.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type Mail, type MailTransport, SendFailure } from '../transport/mail-transport.js';
import { type ComposedMessage, Composers, NoLongerDue } from './composers.js';
import type { DeliveriesRepository, LeasedDelivery } from './deliveries.repository.js';
import { DeliverySender } from './delivery-sender.js';
import type { AttemptOutcome } from './outcome.js';

const LEASE_SECONDS = 15;

const ENVIRONMENT = {
  SITE_NAME: 'North Shore Directory',
  PUBLIC_URL: 'https://directory.test',
  MAIL_FROM: 'directory@directory.test',
} as Environment;
const DELIVERY: LeasedDelivery = {
  id: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40',
  kind: 'key-approved',
  recipient: 'ada@example.org',
  data: {},
  attempt: 3,
  httpRequestId: null,
  leaseId: '0193a610-0d2c-7a41-9c77-5b0c1d2e3f41',
};
const MESSAGE = { subject: 'Your API key', body: <p>Here it is.</p> };

describe(DeliverySender.name, () => {
  const clock = new ManualClock();
  let composers: Composers;
  let send: jest.Mock<Promise<void>, [Mail, AbortSignal]>;
  let settle: jest.Mock<Promise<boolean>, [LeasedDelivery, AttemptOutcome]>;
  let renew: jest.Mock<Promise<void>, [LeasedDelivery]>;
  /** Changes that accompanied the outcomes. */
  let changes: string[];
  let sender: DeliverySender;
  let warn: jest.SpyInstance;

  beforeEach(() => {
    jest.useFakeTimers();
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    composers = new Composers();
    changes = [];
    composers.register(DELIVERY.kind, async () => message());
    send = jest.fn<Promise<void>, [Mail, AbortSignal]>().mockResolvedValue(undefined);
    settle = jest.fn<Promise<boolean>, [LeasedDelivery, AttemptOutcome]>().mockResolvedValue(true);
    renew = jest.fn<Promise<void>, [LeasedDelivery]>().mockResolvedValue(undefined);
    sender = new DeliverySender(
      { $transaction: (work: () => Promise<void>) => work() } as unknown as Database,
      { settle, renew } as unknown as DeliveriesRepository,
      composers,
      { send } as unknown as MailTransport,
      clock,
      ENVIRONMENT,
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const message = (): ComposedMessage => ({
    ...MESSAGE,
    accepted: async () => changes.push('accepted'),
    notTaken: async () => changes.push('not taken'),
  });
  /** Fails to record that a mail was sent, but no other outcome. */
  const failToRecordSent = (error: Error) => {
    settle.mockImplementation(async (_delivery, { status }) => {
      if (status === 'sent') throw error;
      return true;
    });
  };
  const outcomes = () => settle.mock.calls.map(([, { status, error }]) => [status, error]);

  it('records an accepted mail with its accompanying change', async () => {
    await sender.send(DELIVERY);
    expect(settle).toHaveBeenCalledTimes(1);
    expect(settle.mock.calls[0]![1]).toMatchObject({ status: 'sent', sentAt: clock.now() });
    expect(changes).toEqual(['accepted']);
    expect(send.mock.calls.map(([mail]) => mail)).toEqual([
      expect.objectContaining({
        id: `${DELIVERY.kind}-${DELIVERY.id}-3`,
        kind: DELIVERY.kind,
        to: DELIVERY.recipient,
        subject: 'Your API key',
        text: expect.stringContaining('Here it is.') as string,
      }),
    ]);
  });

  it.each([
    ['gives up on a permanent rejection', 'rejected', 'failed', ['not taken']],
    ['retries a mail that was certainly not accepted', 'deferred', 'pending', ['not taken']],
    // The mail may have arrived, so the secret in it must stay valid.
    ['undoes nothing if the mail may have been accepted', 'uncertain', 'pending', []],
  ] as const)('%s', async (_what, outcome, status, made) => {
    send.mockRejectedValue(new SendFailure(outcome, '550 no'));
    await sender.send(DELIVERY);
    expect(outcomes()).toEqual([[status, '550 no']]);
    expect(changes).toEqual(made);
  });

  it('changes nothing once another worker holds the lease', async () => {
    settle.mockResolvedValue(false);
    await sender.send(DELIVERY);
    send.mockRejectedValue(new SendFailure('rejected', '550 no'));
    await sender.send(DELIVERY);
    expect(changes).toEqual([]);
  });

  it('needs no attention for a rejected courtesy', async () => {
    composers.register('courtesy', async () => ({ isCourtesy: true, ...message() }));
    send.mockRejectedValue(new SendFailure('rejected', '550 no'));
    await sender.send({ ...DELIVERY, kind: 'courtesy' });
    expect(outcomes()).toEqual([['superseded', '550 no']]);
    expect(changes).toEqual([]);
  });

  it('records an accepted mail again while the database restarts, but not forever', async () => {
    settle.mockRejectedValueOnce(new DatabaseAwayError('it restarts'));
    const sending = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(outcomes().map(([status]) => status)).toEqual(['sent', 'sent']);
    failToRecordSent(new DatabaseAwayError('it is gone'));
    const failing = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync(LEASE_SECONDS * 1_000);
    await failing;
    expect(outcomes().at(-1)).toEqual(['pending', expect.stringContaining('gone')]);
    expect(changes).toEqual(['accepted']);
  });

  it('does not undo an accepted mail whose outcome cannot be recorded', async () => {
    failToRecordSent(new Error('The database is away.'));
    await sender.send(DELIVERY);
    expect(outcomes().slice(1)).toEqual([['pending', 'The database is away.']]);
    expect(changes).toEqual([]);
  });

  it('supersedes a message that no longer applies without a warning', async () => {
    composers.register('late', () => Promise.reject(new NoLongerDue('The key was revoked.')));
    await sender.send({ ...DELIVERY, kind: 'late' });
    expect(send).not.toHaveBeenCalled();
    expect(outcomes()).toEqual([['superseded', 'The key was revoked.']]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps a delivery without a composer for a later version of the program', async () => {
    await sender.send({ ...DELIVERY, kind: 'unknown' });
    expect(outcomes()).toEqual([['pending', 'No composer for "unknown".']]);
    expect(() => composers.register(DELIVERY.kind, async () => MESSAGE)).toThrow('Two composers');
  });

  it('logs a failed delivery with the reason and the request that caused it', async () => {
    send.mockRejectedValue(new SendFailure('deferred', '451 busy'));
    await sender.send({ ...DELIVERY, httpRequestId: 'req-7' });
    await sender.send(DELIVERY);
    const message = `key-approved ${DELIVERY.id}, attempt 3: 451 busy`;
    expect(warn.mock.calls).toEqual([[{ requestId: 'req-7', message }], [{ message }]]);
  });

  it('waits two minutes for a hanging server, and then schedules a retry', async () => {
    const deadline = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    send.mockImplementation(
      (_mail, signal) =>
        new Promise((_resolve, reject) => {
          signal.onabort = () => reject(new Error('It hangs.'));
        }),
    );
    const sending = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync(0);
    expect(timeout).toHaveBeenCalledWith(120_000);
    deadline.abort();
    await sending;
    expect(outcomes()).toEqual([['pending', 'It hangs.']]);
    // It no longer renews the lease either.
    expect(jest.getTimerCount()).toBe(0);
  });

  it('renews its lease while it sends, even after a failed renewal', async () => {
    let end = () => {};
    send.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    renew.mockRejectedValueOnce(new Error('The database is away.'));
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const sending = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync((LEASE_SECONDS * 1000) / 3);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync((LEASE_SECONDS * 1000) / 3);
    expect(renew).toHaveBeenCalledTimes(2);
    end();
    await sending;
    await jest.advanceTimersByTimeAsync(LEASE_SECONDS * 1000);
    expect(renew).toHaveBeenCalledTimes(2);
    expect(outcomes()).toEqual([['sent', undefined]]);
  });
});

describe('a delivery whose accompanying change fails', () => {
  const served = useMigratedDatabase();

  it('stays leased, with nothing recorded', async () => {
    const mails = new HeldMails(served.database, new ManualClock(), ENVIRONMENT);
    const notTaken = () => Promise.reject(new Error('The secret cannot be removed.'));
    mails.composers.register('test', async () => ({ ...MESSAGE, notTaken }));
    const data = { kind: 'test', recipient: 'ada@example.org', data: {} };
    const { id } = await served.database.delivery.create({ data });
    mails.fail('deferred');
    await expect(mails.send()).rejects.toThrow('secret');
    const delivery = await served.database.delivery.findUniqueOrThrow({ where: { id } });
    expect(delivery).toMatchObject({ lastError: null, leaseId: expect.any(String) as string });
  });
});
