import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import { ApiError } from '#libs/http/src/errors/api-error.js';

const REQUEST = 'metrics:request';
const RESPONSE = 'metrics:response';
/** Type of the messages in which prom-client sends the metrics of a worker. */
const METRICS = 'prom-client:getMetricsRes';
/** Types of metrics that never decrease. */
const CUMULATIVE = ['counter', 'histogram'];

interface Message {
  type: string;
  /** Metrics of each registry. Missing in other messages, and if they could not be read. */
  metrics?: MetricObject[][];
  /** Missing if a worker did not answer, for example while it starts or exits. */
  text?: string;
}

/**
 * Collects the metrics of all workers whenever a worker asks for them. Keeps the counts of workers
 * that have ended, because a lower sum would look like a restart of all. Runs in the primary process.
 */
export function collectWorkersMetrics(): void {
  const aggregator = new AggregatorRegistry();
  /** Latest metrics of each running worker, by its id. */
  const latest = new Map<number, MetricObject[]>();
  let ended: MetricObject[] = [];
  cluster.on('message', (worker: Worker, { type, metrics }: Message) => {
    if (type === METRICS && metrics) latest.set(worker.id, metrics.flat());
    if (type !== REQUEST) return;
    void aggregator
      .clusterMetrics()
      .then(() => AggregatorRegistry.aggregate([...latest.values(), ended]).metrics())
      .catch(() => undefined)
      .then((text) => {
        // The worker may have died. Without a callback, the error would end this process.
        worker.send({ type: RESPONSE, text } satisfies Message, () => {});
      });
  });
  // Follows the last message of a worker.
  cluster.on('disconnect', ({ id }) => {
    const counts = (latest.get(id) ?? []).filter((each) => CUMULATIVE.includes(String(each.type)));
    ended = AggregatorRegistry.aggregate([ended, counts]).getMetricsAsArray();
    latest.delete(id);
  });
}

/**
 * Returns the aggregated metrics of all workers. Runs in a worker.
 *
 * @throws ApiError `unavailable` if a worker does not answer, because partial counters would look
 * like a drop
 */
export function metricsOfAllWorkers(): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = ({ type, text }: Message) => {
      if (type !== RESPONSE) return;
      process.off('message', listen);
      if (text === undefined) {
        reject(new ApiError('unavailable', 'Some workers have not responded yet. Try again.'));
      } else resolve(text);
    };
    process.on('message', listen);
    process.send!({ type: REQUEST });
  });
}
