import { createHash } from 'node:crypto';
import { Random } from '#libs/imports/src/generate/random.js';
import { RedisServer } from '../support/redis-server.ts';
import type { SteeredClock } from '../support/steered-clock.ts';
import { Admins } from './actors/admins.ts';
import { Consumers } from './actors/consumers.ts';
import { Editors } from './actors/editors.ts';
import { arm, disarm, type Fault, FAULT_NAMES, hasStruck } from './fault.ts';
import { expectInvariants, expectNoneDeferred } from './invariants.ts';
import { World } from './world.ts';

const MINUTE = 60_000;
/** Jumps of the clock in minutes. No sum of them is close to the length of a window. */
const JUMPS = [7, 19, 61, 1441];
const FAULT_CHANCE = 0.3;
/** Highest use of a place that fails. Statements are many, and the others few. */
const MAX_NTH = 20;
const MAX_NTH_OF_FEW = 2;
const MANY = new Set<Fault | undefined>(['statement', 'answer', 'refusal']);

/** A step of the simulation, as actors see it. */
export class Step {
  /** Client address that no other step uses. */
  readonly address: string;

  constructor(
    readonly random: Random,
    /** True if a fault is armed. Requests of the step must then not be concurrent. */
    readonly isFaulty: boolean,
  ) {
    const part = () => random.integer(1, 254);
    this.address = `10.${part()}.${part()}.${part()}`;
  }

  get hasStruck(): boolean {
    return this.isFaulty && hasStruck();
  }

  /**
   * Waits for a response, which may be 503 only if a fault has struck.
   *
   * @returns the status
   * @throws Error if it has another status
   */
  async expect(
    expected: number,
    request: Promise<{ status: number; body: unknown }>,
  ): Promise<string> {
    const { status, body } = await request;
    if (status === expected || (status === 503 && this.hasStruck)) return String(status);
    throw new Error(`It responded with ${status}: ${JSON.stringify(body)}`);
  }
}

/** A participant with its own kinds of steps. */
export interface Actor {
  readonly actions: Action[];
  /** Prepares what most actions need, without faults. */
  begin(step: Step): Promise<void>;
  /** Checks what must hold after all faults have ended. */
  finish(): Promise<void>;
}

/** Result of a step for the trace, without random ids and times. Omitted if it cannot vary. */
type Outcome = string | void;

/** A kind of step. */
export interface Action {
  name: string;
  weight: number;
  /** False if its requests are concurrent, so that a fault would not strike the same one again. */
  canFail?: boolean;
  run(step: Step): Promise<Outcome>;
}

/**
 * One run of the whole program with random admins, consumers, imports and faults. All choices
 * follow from the seed, and steps run one after another, so that a failing seed fails again.
 */
export class Simulation {
  /** Steps with their outcomes. */
  readonly trace: string[] = [];
  private readonly random: Random;
  private isRedisUp = true;

  private constructor(
    seed: number,
    private readonly world: World,
    private readonly redis: RedisServer | undefined,
    private readonly actors: Actor[],
  ) {
    this.random = new Random(seed);
  }

  /** Odd seeds count in Redis, even ones in memory. */
  static async start(clock: SteeredClock, seed: number): Promise<Simulation> {
    const redis = seed % 2 ? await RedisServer.start() : undefined;
    const world = await World.start('PostgreSQL', clock, redis && { REDIS_URL: redis.url });
    const admins = new Admins(world);
    const actors = [admins, new Consumers(world, admins), await Editors.start(world)];
    return new Simulation(seed, world, redis, actors);
  }

  /** Digest of the trace. Two runs of a seed have the same one. */
  get digest(): string {
    return createHash('sha256').update(this.trace.join('\n')).digest('hex').slice(0, 12);
  }

  /** @throws Error with the first broken promise */
  async run(steps: number): Promise<void> {
    for (const actor of this.actors) await actor.begin(new Step(this.random, false));
    await this.world.settle();
    const actions = [...this.actors.flatMap((actor) => actor.actions), ...this.weather];
    for (let step = 0; step < steps; step++) await this.step(this.choose(actions));
    await this.recover();
    await expectInvariants(this.world);
    for (const actor of this.actors) await actor.finish();
  }

  async stop(): Promise<void> {
    disarm();
    await this.world.stop();
    await this.redis?.kill();
  }

  private async step({ name, run, canFail = true }: Action): Promise<void> {
    const { random, world } = this;
    const fault = canFail && random.chance(FAULT_CHANCE) ? random.pick(FAULT_NAMES) : undefined;
    const nth = random.integer(1, MANY.has(fault) ? MAX_NTH : MAX_NTH_OF_FEW);
    await world.signIn();
    const words = fault ? `${name}, ${fault} ${nth}` : name;
    this.trace.push(words);
    const outcome = await this.withFault(fault, nth, () => run(new Step(random, !!fault)));
    this.trace[this.trace.length - 1] = outcome ? `${words}: ${outcome}` : words;
  }

  private async withFault(
    fault: Fault | undefined,
    nth: number,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (!fault) {
      const outcome = await run();
      await this.world.settle();
      await expectNoneDeferred(this.world);
      return outcome;
    }
    if (fault === 'connection') this.world.dropConnections();
    arm(fault, nth);
    const outcome = await run();
    await this.world.settle();
    disarm();
    if (fault === 'mail') await expectNoneDeferred(this.world);
    if (hasStruck()) await this.recover();
    return outcome;
  }

  private choose(actions: Action[]): Action {
    let left = this.random.next() * actions.reduce((sum, { weight }) => sum + weight, 0);
    return actions.find(({ weight }) => (left -= weight) < 0)!;
  }

  private async recover(): Promise<void> {
    await this.startRedis();
    await this.world.recover();
  }

  private get weather(): Action[] {
    const { world, redis } = this;
    const calm = async () => {
      await this.recover();
      await expectInvariants(world);
    };
    const shared: Action[] = [
      { name: 'mail outage', weight: 1, run: async () => world.takeMailDown() },
      { name: 'calm', weight: 2, canFail: false, run: calm },
    ];
    if (redis) {
      const kill = async () => {
        this.isRedisUp = false;
        await redis.kill();
        await world.untilCountingIn('memory');
      };
      return [
        ...shared,
        { name: 'Redis outage', weight: 1, canFail: false, run: kill },
        { name: 'Redis start', weight: 2, canFail: false, run: () => this.startRedis() },
      ];
    }
    const jump = async ({ random }: Step) => {
      const minutes = random.pick(JUMPS);
      await world.passTime(minutes * MINUTE);
      return `${minutes} minutes`;
    };
    // With Redis, windows follow its clock, which does not jump. A process that has just started
    // cannot replace a Redis that is gone, because it has not seen the counts.
    return [
      ...shared,
      { name: 'restart', weight: 1, canFail: false, run: () => world.restart() },
      { name: 'clock', weight: 2, canFail: false, run: jump },
    ];
  }

  private async startRedis(): Promise<void> {
    if (!this.redis || this.isRedisUp) return;
    this.isRedisUp = true;
    await this.redis.start();
    await this.world.untilCountingIn('Redis');
  }
}
