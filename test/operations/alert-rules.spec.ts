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

  it('fire for a server in trouble and for no other', () => {
    const series = Object.entries({
      'sources_failing{instance="fetching"}': 1,
      'process_resident_memory_bytes{instance="usual"}': 631e6,
      'process_memory_limit_bytes{instance="usual"}': GIB,
      'process_resident_memory_bytes{instance="full"}': 0.91 * GIB,
      'process_memory_limit_bytes{instance="full"}': GIB,
      'backup_last_success_timestamp_seconds{instance="unsaved"}': 0,
    }).map(([series, value]) => ({ series, values: `${value}x1800` }));
    // Expecting none makes promtool print the alerts that fire.
    const alerts = [
      ['SourceFailing', '10m'],
      ['MemoryHigh', '1h'],
      ['BackupOverdue', '26h'],
      ['BackupOverdue', '28h'],
    ].map(([alertname, eval_time]) => ({ alertname, eval_time, exp_alerts: [] }));
    const test = { interval: '1m', input_series: series, alert_rule_test: alerts };
    const file = inFolder('test.yml');
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], tests: [test] }));
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect((stdout + stderr).match(/time: \w+|alertname="\w+", instance="\w+"/g)).toEqual([
      ...['time: 10m', 'alertname="SourceFailing", instance="fetching"'],
      ...['time: 1h', 'alertname="MemoryHigh", instance="full"'],
      ...['time: 1d4h', 'alertname="BackupOverdue", instance="unsaved"'],
    ]);
  });
});
