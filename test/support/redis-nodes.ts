import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { end, endAfterTests } from './end-after-tests.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { findRedis } from './redis-server.ts';

const SLOTS = 16_384;

/** Connected Redis or Valkey servers: a cluster, or a master with its replica and sentinel. */
export class RedisNodes {
  private readonly processes = new Map<number, ChildProcess>();

  private constructor(
    private readonly folder: string,
    readonly ports: number[],
  ) {}

  /** Starts two masters, each with half of the slots, and a replica of the second. */
  static startCluster(): Promise<RedisNodes> {
    return RedisNodes.starting(async (nodes) => {
      for (const [index, port] of nodes.ports.entries()) {
        await nodes.start(port, [
          ...['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`],
          ...['--cluster-node-timeout', '1000', '--cluster-allow-replica-migration', 'no'],
        ]);
        // Distinct epochs, so that a promoted replica gets a later epoch than all other nodes.
        await nodes.command(port, 'CLUSTER', 'SET-CONFIG-EPOCH', `${index + 1}`);
      }
      const [one, two, replica] = nodes.ports as [number, number, number];
      await nodes.command(one, 'CLUSTER', 'ADDSLOTSRANGE', '0', `${SLOTS / 2 - 1}`);
      await nodes.command(two, 'CLUSTER', 'ADDSLOTSRANGE', `${SLOTS / 2}`, `${SLOTS - 1}`);
      for (const port of [two, replica]) {
        await nodes.command(port, 'CLUSTER', 'MEET', '127.0.0.1', `${one}`);
      }
      const master = String(await nodes.command(two, 'CLUSTER', 'MYID'));
      await eventually(() =>
        nodes.command(replica, 'CLUSTER', 'REPLICATE', master).then(
          () => true,
          () => false,
        ),
      );
      await nodes.untilClusterIsOk();
    });
  }

  /** Starts a master, its replica, and a sentinel that watches both. */
  static startSentinel(): Promise<RedisNodes> {
    return RedisNodes.starting(async (nodes) => {
      const [master, replica, sentinel] = nodes.ports as [number, number, number];
      await nodes.start(master);
      await nodes.start(replica, ['--replicaof', '127.0.0.1', `${master}`]);
      // A sentinel rewrites its configuration file.
      const configuration = join(nodes.folder, 'sentinel.conf');
      await writeFile(
        configuration,
        `sentinel monitor mymaster 127.0.0.1 ${master} 1
sentinel down-after-milliseconds mymaster 500
sentinel failover-timeout mymaster 2000
`,
      );
      await nodes.start(sentinel, ['--sentinel'], configuration);
      await eventually(async () => {
        const replicas = await nodes.command(sentinel, 'SENTINEL', 'REPLICAS', 'mymaster');
        return (replicas as unknown[]).length === 1;
      });
    });
  }

  get hosts(): string[] {
    return this.ports.map((port) => `127.0.0.1:${port}`);
  }

  /** Runs one command on one node. */
  async command(port: number, name: string, ...args: string[]): Promise<unknown> {
    const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => null });
    redis.on('error', () => {});
    try {
      return await redis.call(name, ...args);
    } finally {
      redis.disconnect();
    }
  }

  /** Waits until all nodes agree on the slots and every master accepts writes. */
  async untilClusterIsOk(): Promise<void> {
    await eventually(async () => {
      for (const port of this.processes.keys()) {
        const state = String(await this.command(port, 'CLUSTER', 'INFO'));
        if (!state.includes('cluster_state:ok')) return false;
      }
      return true;
    });
  }

  /** Kills a node without warning, like a power failure. */
  async kill(port: number): Promise<void> {
    const child = this.processes.get(port);
    this.processes.delete(port);
    if (child) await end(child, 'SIGKILL');
  }

  hang(port: number): void {
    this.processes.get(port)!.kill('SIGSTOP');
  }

  goOn(port: number): void {
    this.processes.get(port)!.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes.keys()].map((port) => this.kill(port)));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Starts nodes, and stops all of them if one fails to start. */
  private static async starting(start: (nodes: RedisNodes) => Promise<void>): Promise<RedisNodes> {
    const nodes = await RedisNodes.withPorts();
    try {
      await start(nodes);
    } catch (error) {
      await nodes.stop();
      throw error;
    }
    return nodes;
  }

  private static async withPorts(): Promise<RedisNodes> {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-redis-'));
    return new RedisNodes(folder, [await freePort(), await freePort(), await freePort()]);
  }

  private async start(port: number, options: string[] = [], configuration?: string): Promise<void> {
    const child = spawn(
      findRedis()!,
      [
        ...(configuration ? [configuration] : []),
        ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', this.folder],
        ...(configuration ? [] : ['--save', '', '--appendonly', 'no']),
        ...options,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.processes.set(port, endAfterTests(child));
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`);
      return this.command(port, 'PING').then(
        () => true,
        () => false,
      );
    });
  }
}
