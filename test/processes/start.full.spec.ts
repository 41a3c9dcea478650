import { readFileSync } from 'node:fs';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { type ProgramProcess, runUntilExit, startProcess } from '../support/program-process.ts';

const ALERTS = readFileSync('deploy/prometheus-alerts.yml', 'utf8');
/** Metrics that need configuration: the last needs TLS, the others a replica. */
const NOT_EVERYWHERE = [
  'directory_reads_total',
  'replica_fallbacks_total',
  'replica_up',
  'tls_certificate_expiry_timestamp_seconds',
];

describe('the started program', () => {
  let database: TestDatabase;
  let program: ProgramProcess;

  beforeAll(async () => {
    database = await createDatabase('embedded');
    program = await startProcess({ ...database.env, LOGLEVEL: 'hunter2' });
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  it('warns of a variable that resembles one of its own', () => {
    expect(program.output()).toContain(
      'LOGLEVEL is not a variable of this program. Did you mean LOG_LEVEL?',
    );
    expect(program.output()).not.toContain('hunter2');
  });

  it('reports its health and version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const response = await fetch(`${program.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', version }]);
  });

  it('prints only log lines without a terminal', () => {
    for (const line of program.output().trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.stringMatching(/^(info|warn)$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: expect.any(String),
      });
    }
  });

  it('exports every metric used by the alerts and the dashboard', async () => {
    const text = await (await fetch(`${program.url}/metrics`)).text();
    const exported = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
    const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'));
    const expressions: string[] = [
      ...[...ALERTS.matchAll(/expr: ([^]*?)\n +(?:for|labels):/g)].map(([, expr]) => expr!),
      ...dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(40);
    const named = new Set(expressions.flatMap(metricsOf));
    const missing = [...named].filter((name) => !exported.includes(name));
    expect(missing.sort()).toEqual(NOT_EVERYWHERE);
    // increase() in an alert misses a first error that appears together with its series.
    expect(text).toContain('http_requests_total{status="5xx"} 0\n');
  });
});

describe('deploy/prometheus-alerts.yml', () => {
  const names = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const [, ...sections] = readFileSync('docs/runbook.md', 'utf8').split(/^### /m);

  it('has exactly one runbook section per alert', () => {
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(names);
  });

  it.each(names)('links the section of %s, which explains cause and remedy', (name) => {
    expect(ALERTS).toContain(`runbook: docs/runbook.md#${name.toLowerCase()}\n`);
    const section = sections.find((text) => text.startsWith(`${name}\n`));
    for (const part of ['**Means.**', '**Look at.**', '**Do.**']) expect(section).toContain(part);
  });
});

it('names an invalid variable without printing a secret if it cannot start', async () => {
  const { code, output } = await runUntilExit({ PORT: 'http', SMTP_URL: 'hunter2' });
  expect(code).toBe(1);
  expect(output).toBe(
    'PORT must be a whole number from 0 to 65535. ' +
      'SMTP_URL must be a URL such as smtp://user:password@host:587.\n',
  );
});

/** Returns the metrics in a Prometheus expression, named as in `# TYPE`. */
function metricsOf(expression: string): string[] {
  const names = expression
    .replace(/\{[^}]*\}|\bby \([^)]*\)/g, '')
    .match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g);
  return (names ?? [])
    .filter((name) => name !== 'histogram_quantile')
    .map((name) => name.replace(/_bucket$/, ''));
}
