import { environmentWarnings } from './environment-warnings.js';
import { loadEnvironment } from './load-environment.js';

describe(environmentWarnings.name, () => {
  it.each([
    ['REDISURL', 'REDIS_URL'],
    ['redis_url', 'REDIS_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['WORKER', 'WORKERS'],
    ['ADMIN_PASWORD_FILE', 'ADMIN_PASSWORD_FILE'],
    ['TLS_CERT', 'TLS_CERT_FILE'],
    ['MAIL_FROM_FILE', 'MAIL_FROM'],
  ])('for %s, suggests %s', (name, meant) => {
    expect(warningsFor({ [name]: 'hunter2' })).toEqual([
      `${name} is not a variable of this program. Did you mean ${meant}?`,
    ]);
  });

  it('ignores variables of other programs', () => {
    const names = 'PATH HOME HOSTNAME LANG PWD SHELL TERM USER TZ LOGNAME MAIL EDITOR NODE_ENV';
    const more = 'POST HOSTS NODE_OPTIONS MALLOC_ARENA_MAX KUBERNETES_PORT PGHOST PGSSLROOTCERT';
    const others = `${names} ${more}`.split(' ').map((name) => [name, 'x']);
    expect(warningsFor(Object.fromEntries(others) as NodeJS.ProcessEnv)).toEqual([]);
  });

  it('accepts its own variables, including those with _FILE', () => {
    const own = { PORT: '3000', SITE_NAME: 'Shops', DATABASE_URL_FILE: '/run/secrets/url' };
    expect(environmentWarnings(own, loadEnvironment({}))).toEqual([]);
  });

  it('warns if a production directory contains sample data', () => {
    expect(warningsFor({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^NODE_ENV is production, .*FICTIONAL .*DATABASE_URL/),
    ]);
  });

  it.each([
    { NODE_ENV: 'production', SAMPLE_DATA: 'false' },
    { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/directory' },
    { NODE_ENV: 'development' },
    {},
  ])('does not warn about sample data with %j', (variables) => {
    expect(warningsFor(variables)).toEqual([]);
  });
});

function warningsFor(variables: NodeJS.ProcessEnv): string[] {
  return environmentWarnings(variables, loadEnvironment(variables));
}
