import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { ApiError } from '#libs/http/src/errors/api-error.js';

const ASK = 'metrics:ask';
const ANSWER = 'metrics:answer';

interface Message {
  type: string;
  /** Missing where a worker did not answer: one that is just starting, or ending. */
  text?: string;
}

/** In the first process: collects the workers' figures whenever a worker asks for them. */
export function collectWorkersMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, { type }: Message) => {
    if (type !== ASK) return;
    void aggregator
      .clusterMetrics()
      .catch(() => undefined)
      .then((text) => worker.send({ type: ANSWER, text } satisfies Message));
  });
}

/**
 * In a worker: the figures of all workers together.
 *
 * @throws ApiError `unavailable` where not all of them answer: a part would look like a fall
 */
export function metricsOfAllWorkers(): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = ({ type, text }: Message) => {
      if (type !== ANSWER) return;
      process.off('message', listen);
      if (text === undefined) reject(new ApiError('unavailable', 'Not all workers answer yet.'));
      else resolve(text);
    };
    process.on('message', listen);
    process.send!({ type: ASK });
  });
}
