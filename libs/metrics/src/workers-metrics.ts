import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';

const ASK = 'metrics:ask';
const ANSWER = 'metrics:answer';

interface Message {
  type: string;
  text: string;
}

/** In the first process: collects the workers' figures whenever a worker asks for them. */
export function collectWorkersMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, { type }: Message) => {
    if (type !== ASK) return;
    void aggregator
      .clusterMetrics()
      .catch(() => '')
      .then((text) => worker.send({ type: ANSWER, text } satisfies Message));
  });
}

/** In a worker: the figures of all workers together. */
export function metricsOfAllWorkers(): Promise<string> {
  return new Promise((resolve) => {
    const listen = ({ type, text }: Message) => {
      if (type !== ANSWER) return;
      process.off('message', listen);
      resolve(text);
    };
    process.on('message', listen);
    process.send!({ type: ASK });
  });
}
