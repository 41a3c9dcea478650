import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { ApiError } from '#libs/http/src/errors/api-error.js';

const REQUEST = 'metrics:request';
const RESPONSE = 'metrics:response';

interface Message {
  type: string;
  /** Missing if a worker did not answer, for example while it starts or exits. */
  text?: string;
}

/**
 * Collects the metrics of all workers whenever a worker asks for them. Runs in the primary process.
 */
export function collectWorkersMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, { type }: Message) => {
    if (type !== REQUEST) return;
    void aggregator
      .clusterMetrics()
      .catch(() => undefined)
      .then((text) => {
        // The worker may have died. Without a callback, the error would end this process.
        worker.send({ type: RESPONSE, text } satisfies Message, () => {});
      });
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
