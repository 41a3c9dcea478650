import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { canUse } from '../support/can-use.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const RULES = resolve('deploy/prometheus-alerts.yml');
const GIB = 1024 ** 3;

const isInstalled = spawnSync('promtool', ['--version']).status === 0;

(canUse('promtool', isInstalled) ? describe : describe.skip)('the alert rules', () => {
  const inFolder = useSharedFolder();

  it('are valid', () => {
    execFileSync('promtool', ['check', 'rules', RULES]);
  });

  it.each([
    ['SourceFailing', 'a source that failed three times', '10m', 0, true],
    ['MemoryHigh', 'a server with the embedded database', '1h', 631e6, false],
    ['MemoryHigh', 'a server that has used up its memory', '1h', 0.91 * GIB, true],
    ['BackupOverdue', 'a backup every night', '26h', 0, false],
    ['BackupOverdue', 'a missing backup', '28h', 0, true],
  ])('%s with %s', (alert, _, at, memory, fires) => {
    const series = [
      { series: 'sources_failing{instance="a"}', values: '1x1800' },
      { series: 'process_resident_memory_bytes{instance="a"}', values: `${memory}x1800` },
      { series: 'process_memory_limit_bytes{instance="a"}', values: `${GIB}x1800` },
      { series: 'backup_last_success_timestamp_seconds{instance="a"}', values: '0x1800' },
    ];
    // Expecting none makes promtool print the alerts that fire.
    const expected = { eval_time: at, alertname: alert, exp_alerts: [] };
    const test = {
      rule_files: [RULES],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: series, alert_rule_test: [expected] }],
    };
    const file = inFolder('test.yml');
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify(test));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
      encoding: 'utf8',
    });
    expect(status).toBe(fires ? 1 : 0);
    expect((stdout + stderr).includes(`alertname="${alert}"`)).toBe(fires);
  });
});
