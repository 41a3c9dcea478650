import { appendFileSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import UnitEnvironment from '../support/unit-environment.mjs';

/** Current time, read before a spec can fake the clock that it shares with this file. */
const now = performance.now.bind(performance);

/**
 * Returns the milliseconds of processor time of this worker, of the programs it started that have
 * exited, and of its host.
 */
function processorTime() {
  const hosts = process.env.TEST_HOST_PIDS?.split(',') ?? [];
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  return [process.pid, hosts[(worker - 1) % hosts.length]]
    .filter(Boolean)
    .flatMap((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 17))
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

/** Measures the parts of a spec file, and appends them to the file named by TEST_TIMES. */
export default class MeasuringEnvironment extends UnitEnvironment {
  #path;
  #started = now();
  #processor = processorTime();
  #parts = { load: 0, hooks: 0, tests: 0 };
  #count = 0;
  #since = 0;

  constructor(config, context) {
    super(config, context);
    this.#path = context.testPath.replace(`${config.globalConfig.rootDir}/`, '');
  }

  handleTestEvent({ name }) {
    if (name === 'run_start') this.#parts.load = now() - this.#started;
    if (name === 'hook_start' || name === 'test_fn_start') this.#since = now();
    if (/^hook_(success|failure)$/.test(name)) this.#end('hooks');
    if (/^test_fn_(success|failure)$/.test(name)) {
      this.#count++;
      this.#end('tests');
    }
  }

  async teardown() {
    const whole = now() - this.#started;
    const times = { whole, ...this.#parts, processor: processorTime() - this.#processor };
    appendFileSync(
      process.env.TEST_TIMES,
      `${JSON.stringify({ path: this.#path, count: this.#count, ...times })}\n`,
    );
    await super.teardown();
  }

  /** @param {'hooks' | 'tests'} part */
  #end(part) {
    this.#parts[part] += now() - this.#since;
  }
}
