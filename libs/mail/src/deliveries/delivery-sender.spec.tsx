import { Logger } from '@nestjs/common';
import type { Environment } from '#libs/config/src/environment.js';
import { DatabaseAwayError } from '#libs/database/src/database-errors.js';
import { type Mail, type MailTransport, SendFailure } from '../transport/mail-transport.js';
import { Composers, NoLongerDue } from './composers.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import type { DeliveryQueue } from './delivery-queue.js';
import { DeliverySender } from './delivery-sender.js';

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
const MESSAGE = {
  subject: 'Your API key',
  body: <p>Here it is.</p>,
  accepted: async () => {},
  notTaken: async () => {},
};

describe(DeliverySender.name, () => {
  let composers: Composers;
  let send: jest.Mock<Promise<void>, [Mail, AbortSignal]>;
  let queue: jest.Mocked<
    Pick<DeliveryQueue, 'markSent' | 'markFailed' | 'markSuperseded' | 'postpone' | 'renew'>
  >;
  let sender: DeliverySender;
  let warn: jest.SpyInstance;

  beforeEach(() => {
    jest.useFakeTimers();
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    composers = new Composers();
    composers.register(DELIVERY.kind, async () => MESSAGE);
    send = jest.fn<Promise<void>, [Mail, AbortSignal]>().mockResolvedValue(undefined);
    queue = {
      markSent: jest.fn().mockResolvedValue(undefined),
      markFailed: jest.fn().mockResolvedValue(undefined),
      markSuperseded: jest.fn().mockResolvedValue(undefined),
      postpone: jest.fn().mockResolvedValue(undefined),
      renew: jest.fn().mockResolvedValue(undefined),
    };
    sender = new DeliverySender(
      queue as unknown as DeliveryQueue,
      composers,
      { send } as unknown as MailTransport,
      ENVIRONMENT,
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Returns every recorded outcome. */
  const noted = () =>
    (['markSent', 'markFailed', 'markSuperseded', 'postpone'] as const).flatMap((name) =>
      queue[name].mock.calls.map(([, ...rest]) => [name, ...rest]),
    );

  it('records an accepted mail with its accompanying change', async () => {
    await sender.send(DELIVERY);
    expect(noted()).toEqual([['markSent', MESSAGE.accepted]]);
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
    ['gives up on a permanent rejection', 'rejected', 'markFailed', MESSAGE.notTaken],
    ['retries a mail that was certainly not accepted', 'deferred', 'postpone', MESSAGE.notTaken],
    // The mail may have arrived, so the secret in it must stay valid.
    ['undoes nothing if the mail may have been accepted', 'uncertain', 'postpone', undefined],
  ] as const)('%s', async (_what, outcome, note, alongside) => {
    send.mockRejectedValue(new SendFailure(outcome, '550 no'));
    await sender.send(DELIVERY);
    expect(noted()).toEqual([[note, '550 no', alongside]]);
  });

  it('needs no attention for a rejected courtesy', async () => {
    composers.register('courtesy', async () => Object.assign({ isCourtesy: true }, MESSAGE));
    send.mockRejectedValue(new SendFailure('rejected', '550 no'));
    await sender.send({ ...DELIVERY, kind: 'courtesy' });
    expect(noted()).toEqual([['markSuperseded', '550 no']]);
  });

  it('records an accepted mail again while the database restarts, but not forever', async () => {
    const accepted = ['markSent', MESSAGE.accepted];
    queue.markSent.mockRejectedValueOnce(new DatabaseAwayError('it restarts'));
    const sending = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(noted()).toEqual([accepted, accepted]);
    queue.markSent.mockRejectedValue(new DatabaseAwayError('it is gone'));
    const failing = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync(LEASE_SECONDS * 1_000);
    await failing;
    expect(noted().at(-1)).toEqual(['postpone', expect.stringContaining('gone'), undefined]);
  });

  it('does not undo an accepted mail whose outcome cannot be recorded', async () => {
    queue.markSent.mockRejectedValue(new Error('The database is away.'));
    await sender.send(DELIVERY);
    expect(noted().slice(1)).toEqual([['postpone', 'The database is away.', undefined]]);
  });

  it('supersedes a message that no longer applies without a warning', async () => {
    composers.register('late', () => Promise.reject(new NoLongerDue('The key was revoked.')));
    await sender.send({ ...DELIVERY, kind: 'late' });
    expect(send).not.toHaveBeenCalled();
    expect(noted()).toEqual([['markSuperseded', 'The key was revoked.']]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('keeps a delivery without a composer for a later version of the program', async () => {
    await sender.send({ ...DELIVERY, kind: 'unknown' });
    expect(noted()).toEqual([['postpone', 'No composer for "unknown".', undefined]]);
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
    expect(noted()).toEqual([['postpone', 'It hangs.', undefined]]);
    // It no longer renews the lease either.
    expect(jest.getTimerCount()).toBe(0);
  });

  it('renews its lease while it sends, even after a failed renewal', async () => {
    let end = () => {};
    send.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    queue.renew.mockRejectedValueOnce(new Error('The database is away.'));
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const sending = sender.send(DELIVERY);
    await jest.advanceTimersByTimeAsync((LEASE_SECONDS * 1000) / 3);
    expect(queue.renew).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync((LEASE_SECONDS * 1000) / 3);
    expect(queue.renew).toHaveBeenCalledTimes(2);
    end();
    await sending;
    await jest.advanceTimersByTimeAsync(LEASE_SECONDS * 1000);
    expect(queue.renew).toHaveBeenCalledTimes(2);
    expect(noted()).toEqual([['markSent', MESSAGE.accepted]]);
  });
});
