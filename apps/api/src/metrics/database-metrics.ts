import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { Database } from '#libs/database/src/database.js';
import { Metrics } from '#libs/metrics/src/metrics.js';

/** Buckets in seconds, up to the longest connection timeout. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 20];

/** Exports the state of the connection pools: waiting requests and the duration of use. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, { availability, pool, reads }: Database) {
    const registers = [metrics.registry];
    const pools = {
      reads: reads.primary,
      ...(reads.replica && { replica: reads.replica.pool }),
      other: pool,
    };
    new Gauge({
      name: 'database_up',
      help: 'Number of processes that can reach the database.',
      registers,
      collect() {
        this.set(Number(!availability.isAway));
      },
    });
    if (reads.replica) exportReads(registers, reads, reads.replica);
    new Gauge({
      name: 'database_connections',
      help: 'Database connections by pool and state. "waiting" counts requests for a connection.',
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
      'Seconds spent waiting for a connection, by pool.',
    );
    const uses = durations(
      'database_use_seconds',
      'Seconds that a connection was in use, by pool.',
    );
    for (const [name, pool] of Object.entries(pools)) {
      const wait = waits.labels(name);
      const use = uses.labels(name);
      pool.onUse = (waitedMs, usedMs) => {
        wait.observe(waitedMs / 1_000);
        use.observe(usedMs / 1_000);
      };
    }
  }
}

/** Exports reads of the directory by server, and the reasons for not using the replica. */
function exportReads(
  registers: Registry[],
  reads: Database['reads'],
  replica: NonNullable<Database['reads']['replica']>,
): void {
  new Gauge({
    name: 'replica_up',
    help: 'Number of processes that can use the replica.',
    registers,
    collect() {
      this.set(Number(!replica.isDegraded));
    },
  });
  new Counter({
    name: 'directory_reads_total',
    help: 'Directory queries by the server that answered them.',
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
    help: 'Queries that the primary answered because the replica was unreachable, behind, or failed.',
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
