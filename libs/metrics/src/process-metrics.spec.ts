import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { Metrics } from './metrics.js';
import { ProcessMetrics } from './process-metrics.js';

describe(ProcessMetrics.name, () => {
  it('reports the event loop delay of the worst worker', async () => {
    const metrics = new Metrics();
    new ProcessMetrics(metrics, loadEnvironment({})).onModuleInit();
    const name = 'nodejs_eventloop_lag_p99_seconds';
    const all = await metrics.registry.getMetricsAsJSON();
    const delay = all.find((each) => each.name === name) as Measured;
    const workers = [0.001, 2, 0.001].map((value) => [
      { ...delay, values: [{ value, labels: {} }] },
    ]);
    const text = await AggregatorRegistry.aggregate(workers).metrics();
    expect(text).toContain(`${name} 2\n`);
  });
});

type Measured = MetricObjectWithValues<MetricValue<string>>;
