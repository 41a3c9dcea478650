import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Current time, read before a spec can fake the clock that it shares with this file. */
const now = performance.now.bind(performance);

/** Measures the parts of a spec file, and appends them to the file named by TEST_TIMES. */
export default class MeasuringEnvironment extends TestEnvironment {
  #path;
  #started = now();
  #processor = process.cpuUsage();
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
    const { user, system } = process.cpuUsage(this.#processor);
    const whole = now() - this.#started;
    const times = { whole, ...this.#parts, processor: (user + system) / 1000 };
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
