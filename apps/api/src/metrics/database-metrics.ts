import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { Database } from '#libs/database/src/database.js';
import { Metrics } from '#libs/metrics/src/metrics.js';

/** In seconds, up to the longest deadline of a connection. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 20];

/** How the pools of connections fare: what waits for one, and how long one is used. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const registers = [this.metrics.registry];
    const { availability, pool, reads } = this.database;
    const pools = {
      reads: reads.primary,
      ...(reads.replica && { replica: reads.replica.pool }),
      other: pool,
    };
    new Gauge({
      name: 'database_up',
      help: 'How many processes find that the database answers.',
      registers,
      collect() {
        this.set(Number(!availability.isAway));
      },
    });
    if (reads.replica) this.tellReads(reads.replica);
    new Gauge({
      name: 'database_connections',
      help: 'Connections to the database, by pool and whether they are in use; waiting are requests for one.',
      labelNames: ['pool', 'state'],
      registers,
      collect() {
        for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
          this.labels(name, 'used').set(totalCount - idleCount);
          this.labels(name, 'idle').set(idleCount);
          this.labels(name, 'waiting').set(waitingCount);
        }
      },
    });
    const durations = (name: string, help: string) =>
      new Histogram({ name, help, labelNames: ['pool'], buckets: DURATIONS, registers });
    const waits = durations(
      'database_wait_seconds',
      'How long a connection was waited for, by pool.',
    );
    const uses = durations(
      'database_use_seconds',
      'How long a connection was used at a time, by pool.',
    );
    for (const [name, pool] of Object.entries(pools)) {
      const [wait, use] = [waits.labels(name), uses.labels(name)];
      pool.onUse = (waitedMs, usedMs) => {
        wait.observe(waitedMs / 1_000);
        use.observe(usedMs / 1_000);
      };
    }
  }

  /** Which server the directory was read from, and why it was not the replica. */
  private tellReads(replica: NonNullable<Database['reads']['replica']>): void {
    const registers = [this.metrics.registry];
    const { reads } = this.database;
    new Gauge({
      name: 'replica_up',
      help: 'How many processes find that the replica can be read.',
      registers,
      collect() {
        this.set(Number(!replica.isDegraded));
      },
    });
    new Counter({
      name: 'directory_reads_total',
      help: 'Queries of the directory, by the server that answered them.',
      labelNames: ['server'],
      registers,
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(reads.counts)) {
          this.labels(server).inc(count);
        }
      },
    });
    new Counter({
      name: 'replica_fallbacks_total',
      help: 'Queries that the primary answered because the replica was away, behind, or failed at them.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        const { away, behind, failed } = replica.counts;
        for (const [reason, count] of Object.entries({ away, behind, failed })) {
          this.labels(reason).inc(count);
        }
      },
    });
  }
}
