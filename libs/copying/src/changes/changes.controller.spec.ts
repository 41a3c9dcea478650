import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { ChangesController } from './changes.controller.js';
import type { ChangesService, EncodedChanges } from './changes.service.js';

const SECOND = 1_000;
const LOOK_EVERY = 250;
const nothingAt = (version: string): EncodedChanges => ({
  version,
  isEmpty: true,
  bytes: Buffer.from('nothing'),
});
const SOMETHING: EncodedChanges = { version: '9', isEmpty: false, bytes: Buffer.from('some') };

describe(ChangesController.name, () => {
  let page: jest.Mock;
  let version: { current: jest.Mock };
  let draining: { isDraining: boolean };
  let controller: ChangesController;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    page = jest.fn().mockResolvedValue(nothingAt('1'));
    version = { current: jest.fn().mockResolvedValue('1') };
    draining = { isDraining: false };
    controller = new ChangesController(
      { page } as unknown as ChangesService,
      version as unknown as DirectoryVersion,
      draining as unknown as DrainingService,
    );
  });
  afterEach(() => jest.useRealTimers());

  const ask = (wait = 30, key = 'a') => {
    const socket = { destroyed: false };
    const sent: Record<string, string> = {};
    const headers = (some: object) => Object.assign(sent, some);
    const answer: { body?: string; code?: string } = {};
    controller
      .listChanges(
        { limit: 1_000, wait },
        { headers: {}, socket, context: { apiKey: { id: key } } } as unknown as FastifyRequest,
        { headers } as unknown as FastifyReply,
      )
      .then(
        (bytes) => (answer.body = bytes.toString()),
        (error: Error & { code?: string }) => (answer.code = error.code ?? error.message),
      );
    return { answer, sent, socket };
  };
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const look = () => jest.advanceTimersByTimeAsync(LOOK_EVERY);
  const moveTo = (present: string) => {
    version.current.mockResolvedValue(present);
    return look();
  };

  it('keeps waiting if a new version contains no matching change', async () => {
    const { answer, sent } = ask();
    await settle();
    page.mockResolvedValue(nothingAt('2'));
    await moveTo('2');
    await look();
    expect([answer, page.mock.calls.length]).toEqual([{}, 2]);
    page.mockResolvedValue(SOMETHING);
    await moveTo('3');
    expect([answer, sent['Directory-Version']]).toEqual([{ body: 'some' }, '9']);
  });

  it('answers all waiting requests at once, within a quarter of a second of a change', async () => {
    const asked = [ask()];
    await jest.advanceTimersByTimeAsync(100);
    asked.push(ask());
    page.mockResolvedValue(SOMETHING);
    version.current.mockResolvedValue('2');
    await jest.advanceTimersByTimeAsync(LOOK_EVERY - 101);
    expect(asked.map(({ answer }) => answer)).toEqual([{}, {}]);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked.map(({ answer }) => answer)).toEqual([{ body: 'some' }, { body: 'some' }]);
  });

  it('keeps waiting while the database is unavailable', async () => {
    version.current.mockRejectedValue(new Error('The database is away.'));
    const { answer } = ask();
    await look();
    await look();
    expect(answer).toEqual({});
    page.mockResolvedValue(SOMETHING);
    await moveTo('2');
    expect(answer).toEqual({ body: 'some' });
  });

  it('lets no request wait while the process is shutting down', async () => {
    version.current.mockRejectedValue(new Error('The database is away.'));
    const waiting = ask();
    await settle();
    draining.isDraining = true;
    await look();
    const later = ask();
    await settle();
    expect([waiting.answer, later.answer]).toEqual([{ body: 'nothing' }, { body: 'nothing' }]);
  });

  it('waits for the given time, and answers at once if there are changes or no wait is given', async () => {
    const { answer } = ask(30);
    await jest.advanceTimersByTimeAsync(30 * SECOND - 1);
    expect(answer).toEqual({});
    await jest.advanceTimersByTimeAsync(1);
    expect(answer).toEqual({ body: 'nothing' });
    const atOnce = ask(0);
    page.mockResolvedValue(SOMETHING);
    const found = ask(30);
    await settle();
    expect([atOnce.answer, found.answer]).toEqual([{ body: 'nothing' }, { body: 'some' }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each<[string, (asked: ReturnType<typeof ask>[]) => unknown]>([
    [
      'a change',
      () => {
        page.mockResolvedValue(SOMETHING);
        return moveTo('2');
      },
    ],
    [
      'a failed read',
      () => {
        page.mockRejectedValue(new Error('The database is away.'));
        return moveTo('2');
      },
    ],
    ['a timeout', () => jest.advanceTimersByTimeAsync(30 * SECOND)],
    [
      'the client disconnects',
      (asked) => {
        for (const { socket } of asked) socket.destroyed = true;
        return look();
      },
    ],
  ])('lets five requests of a key wait, and five more after %s', async (_what, end) => {
    for (let round = 0; round < 2; round++) {
      page.mockResolvedValue(nothingAt('1'));
      const asked = Array.from({ length: 6 }, () => ask());
      await settle();
      expect(asked.map(({ answer }) => answer.code)).toEqual([
        ...Array.from({ length: 5 }, () => undefined),
        'conflict',
      ]);
      await end(asked);
      expect(asked.filter(({ answer }) => Object.keys(answer).length === 0)).toEqual([]);
      expect(jest.getTimerCount()).toBe(0);
    }
  });

  it('lets no request wait whose client has disconnected before its changes are read', async () => {
    for (let n = 0; n < 6; n++) {
      const { answer, socket } = ask();
      socket.destroyed = true;
      await settle();
      expect(answer).toEqual({ body: 'nothing' });
    }
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lets two hundred requests wait in total and still answers requests without wait', async () => {
    const asked = Array.from({ length: 200 }, (_, n) => ask(30, `key ${n % 40}`));
    const one = ask(30, 'another');
    const atOnce = ask(0, 'another');
    await settle();
    expect(asked.filter(({ answer }) => answer.code)).toEqual([]);
    expect([one.answer, atOnce.answer]).toEqual([{ code: 'unavailable' }, { body: 'nothing' }]);
  });
});
