import { figuresIn } from '../../support/rate-limit.ts';
import type { Action, Actor, Step } from '../simulation.ts';
import type { World } from '../world.ts';
import type { Admins, SimulatedKey } from './admins.ts';

/** Current window of a key. */
interface Window {
  /** Requests counted. Undefined after a failure, until it is read again. */
  count: number | undefined;
  /** Unix epoch seconds; undefined before the first request. */
  reset: number | undefined;
}

const MOST_AT_ONCE = 6;

/** Consumers who use their keys, and check that exactly as many requests pass as the limit allows. */
export class Consumers implements Actor {
  readonly actions: Action[] = [
    { name: 'use a key', weight: 10, run: (step) => this.use(step) },
    { name: 'use a key at once', weight: 6, canFail: false, run: (step) => this.use(step) },
  ];
  private readonly windows = new Map<SimulatedKey, Window>();

  constructor(
    private readonly world: World,
    private readonly admins: Admins,
  ) {}

  async begin(): Promise<void> {}

  async finish(): Promise<void> {}

  private async use(step: Step): Promise<string> {
    const key = step.random.pick(this.admins.keys.filter((each) => this.admins.textOf(each)));
    const size = step.random.integer(1, MOST_AT_ONCE);
    if (!key) return 'no key';
    const window = await this.windowOf(key, step);
    if (window.count === undefined) return 'the count is unknown';
    const responses = await Promise.all(
      Array.from({ length: step.isFaulty ? 1 : size }, () => this.send(key, step, 'businesses')),
    );
    return this.check(key, window, responses, step);
  }

  private check(key: SimulatedKey, window: Window, responses: Response[], step: Step): string {
    const count = window.count!;
    const statuses = responses.map(({ status }) => status).sort();
    if (step.hasStruck && statuses[0] === 503) {
      window.count = undefined;
      return '503';
    }
    const free = key.isRevoked ? 0 : Math.max(0, key.limit - count);
    const passing = Math.min(free, responses.length);
    const refusal = key.isRevoked ? 401 : 429;
    const expected = responses.map((_, index) => (index < passing ? 200 : refusal));
    expectSame(
      `statuses of ${key.email} after ${count} of ${key.limit}`,
      statuses,
      expected.sort(),
    );
    if (key.isRevoked) return statuses.join();
    const figures = responses.map(figuresIn);
    const remaining = figures.map((each) => each.remaining).sort((a, b) => b - a);
    const left = responses.map((_, index) => Math.max(0, key.limit - count - index - 1));
    expectSame(`remaining requests of ${key.email}`, remaining, left);
    const resets = new Set(figures.map(({ reset }) => reset));
    if (window.reset !== undefined) resets.add(window.reset);
    expectSame(`window ends of ${key.email}`, resets.size, 1);
    window.count = count + passing;
    window.reset = figures[0]!.reset;
    return statuses.join();
  }

  /** Returns the window, reading its count again if a failure left it unknown. */
  private async windowOf(key: SimulatedKey, step: Step): Promise<Window> {
    const window = this.windows.get(key) ?? { count: 0, reset: undefined };
    this.windows.set(key, window);
    const isOver = !this.world.countsInRedis && window.reset! * 1000 <= Date.now();
    if (isOver) Object.assign(window, { count: 0, reset: undefined });
    if (window.count === undefined && !step.isFaulty && !key.isRevoked) {
      const { limit, remaining, reset } = figuresIn(await this.send(key, step, 'rate-limit'));
      window.count = limit - remaining;
      if (window.count > 0) window.reset = reset;
    }
    return window;
  }

  private async send(key: SimulatedKey, step: Step, path: string): Promise<Response> {
    const response = await fetch(`${this.world.url}/api/v1/${path}`, {
      headers: { 'x-api-key': this.admins.textOf(key)!, 'x-forwarded-for': step.address },
    });
    await response.arrayBuffer();
    return response;
  }
}

export function expectSame(what: string, actual: unknown, expected: unknown): void {
  const is = JSON.stringify(actual);
  const should = JSON.stringify(expected);
  if (is !== should) throw new Error(`The ${what} are ${is} instead of ${should}.`);
}
