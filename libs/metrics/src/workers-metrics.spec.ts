import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { collectWorkersMetrics } from './workers-metrics.js';

describe(collectWorkersMetrics.name, () => {
  afterEach(() => cluster.removeAllListeners('message'));

  it('survives a worker that dies while it waits for the metrics', async () => {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const worker = spawn(process.execPath, ['--eval', ''], { stdio: [...stdio] });
    await once(worker, 'exit');
    const failed = jest.fn();
    worker.on('error', failed);
    const sent = jest.spyOn(worker, 'send');
    collectWorkersMetrics();
    // A worker of the cluster sends its messages through its process.
    cluster.emit('message', worker, { type: 'metrics:request' });
    while (sent.mock.calls.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(failed).not.toHaveBeenCalled();
  });
});
