import { Logger } from '@nestjs/common';
import { DatabaseAwayError } from '../database-errors.js';
import { Availability, type Trouble } from './availability.js';

const SILENT: Trouble = { kind: 'unreachable', reason: 'connect ECONNREFUSED' };
const READ_ONLY: Trouble = { kind: 'read_only', reason: 'the server is a standby' };

describe(Availability.name, () => {
  let found: Trouble | undefined;
  let probes: number;
  let changes: number;
  let lines: string[];
  let availability: Availability;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    [found, probes, changes, lines] = [undefined, 0, 0, []];
    availability = new Availability(
      async () => {
        probes += 1;
        return found;
      },
      () => (changes += 1),
    );
    for (const level of ['warn', 'error'] as const) {
      jest.spyOn(Logger.prototype, level).mockImplementation((...args: unknown[]) => {
        lines.push(String(args[0]));
      });
    }
  });
  afterEach(() => {
    availability.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  it('probes only when a caller checks or suspects, and at most once a second', async () => {
    await pass(60_000);
    expect(probes).toBe(0);
    expect(await Promise.all([availability.check(), availability.check()])).toEqual([
      undefined,
      undefined,
    ]);
    await availability.check();
    expect(probes).toBe(1);
    for (let i = 0; i < 100; i++) availability.suspect('Connection terminated');
    await pass(999);
    expect(probes).toBe(1);
    await pass(1);
    expect(probes).toBe(2);
    await pass(999);
    await availability.check();
    expect(probes).toBe(2);
    await pass(1);
    await availability.check();
    expect(probes).toBe(3);
  });

  it('stops probing once it is closed, even if connections still break', async () => {
    availability.close();
    availability.suspect('Connection terminated');
    await pass(60_000);
    expect(probes).toBe(0);
  });

  it('refuses requests while the database does not respond, until a probe succeeds', async () => {
    found = SILENT;
    availability.suspect('connect ECONNREFUSED');
    expect(availability.isAway).toBe(false);
    await pass(0);
    expect(availability.isAway).toBe(true);
    expect(availability.refusal()).toBeInstanceOf(DatabaseAwayError);

    await pass(10_000);
    expect(probes).toBe(11);
    expect(availability.isAway).toBe(true);
    found = undefined;
    await pass(999);
    expect(availability.isAway).toBe(true);
    await pass(1);
    expect(availability.isAway).toBe(false);
    await pass(60_000);
    expect(probes).toBe(12);
    expect(changes).toBe(2);
    expect(lines).toEqual([
      expect.stringContaining('connect ECONNREFUSED'),
      expect.stringMatching(/available again .* 11 s/),
    ]);
  });

  it('never runs two probes at a time', async () => {
    let answer!: (trouble: Trouble | undefined) => void;
    const slow = new Availability(
      () => {
        probes += 1;
        return new Promise((resolve) => (answer = resolve));
      },
      () => {},
    );
    const asked = slow.check();
    slow.suspect('Connection terminated');
    await pass(60_000);
    expect(probes).toBe(1);
    answer(SILENT);
    expect(await asked).toMatchObject(SILENT);
    await pass(1_000);
    expect(probes).toBe(2);
    slow.close();
    answer(SILENT);
    await pass(60_000);
    expect(probes).toBe(2);
  });

  it('does not block requests to a database that responds, even if it refuses them', async () => {
    found = READ_ONLY;
    expect(await availability.check()).toMatchObject(READ_ONLY);
    expect(availability.isAway).toBe(false);
    found = { kind: 'refusing', reason: 'too many clients' };
    await pass(1_000);
    expect(availability.isAway).toBe(false);
    found = undefined;
    await pass(1_000);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/available again .* 2 s/);
  });

  it('logs lost connections once if the database is well', async () => {
    for (let i = 0; i < 10; i++) availability.suspect('Connection terminated unexpectedly');
    await pass(0);
    expect(availability.isAway).toBe(false);
    expect(lines).toEqual([expect.stringContaining('Connection terminated unexpectedly')]);
  });
});
