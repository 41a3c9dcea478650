import { resolve } from 'node:path';
import { EnvironmentError } from './environment.js';
import { loadEnvironment } from './load-environment.js';

describe(loadEnvironment.name, () => {
  it('has a working default for every variable', () => {
    expect(loadEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      ADMIN_URL: 'http://127.0.0.1:3000',
      DATA_DIR: resolve('data'),
      MAIL_FROM: 'Minnesota Business Directory <directory@localhost>',
      DEFAULT_LIMIT_PER_HOUR: 1000,
      SAMPLE_DATA: true,
      TRUST_PROXY: false,
      REQUIRE_HTTPS: false,
      LOG_LEVEL: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(loadEnvironment({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000 });
  });

  it('adds no sample data to an external database unless SAMPLE_DATA is set', () => {
    const DATABASE_URL = 'postgresql://localhost/directory?schema=public';
    expect(loadEnvironment({ DATABASE_URL }).SAMPLE_DATA).toBe(false);
    expect(loadEnvironment({ DATABASE_URL, SAMPLE_DATA: 'true' }).SAMPLE_DATA).toBe(true);
  });

  it.each([
    [{ PORT: '8080', HOST: '0.0.0.0' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ PUBLIC_URL: 'https://directory.example.org/' }, 'https://directory.example.org'],
    [{ PUBLIC_URL: 'HTTPS://Directory.Example.org' }, 'https://directory.example.org'],
    [{ TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'b.pem' }, 'https://127.0.0.1:3000'],
  ])('derives the public origin from %j', (variables, origin) => {
    expect(loadEnvironment(variables).PUBLIC_URL).toBe(origin);
  });

  it.each([
    [{ ADMIN_PORT: '3001' }, 'http://127.0.0.1:3001'],
    [{ ADMIN_PORT: '3001', HOST: '0.0.0.0' }, 'http://localhost:3001'],
    [{ ADMIN_HOST: '::1', TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'b.pem' }, 'https://[::1]:3000'],
    [{ ADMIN_PORT: '3001', ADMIN_URL: 'https://admin.example.org/' }, 'https://admin.example.org'],
    [{ ADMIN_PORT: '3000', PUBLIC_URL: 'https://example.org' }, 'https://example.org'],
  ])('derives the origin of admin pages from %j', (variables, origin) => {
    expect(loadEnvironment(variables).ADMIN_URL).toBe(origin);
  });

  it.each([
    [{ SITE_NAME: 'Shops' }, 'Shops <directory@localhost>'],
    [
      { PUBLIC_URL: 'https://directory.example.org' },
      'Minnesota Business Directory <directory@directory.example.org>',
    ],
    [{ PUBLIC_URL: 'https://10.0.0.1', SITE_NAME: 'Shops' }, 'Shops <directory@localhost>'],
    [{ MAIL_FROM: 'a@example.org', PUBLIC_URL: 'https://b.example' }, 'a@example.org'],
  ])('derives the sender of emails from %j', (variables, sender) => {
    expect(loadEnvironment(variables).MAIL_FROM).toBe(sender);
  });

  it('normalizes the names in ALLOWED_HOSTS', () => {
    const ALLOWED_HOSTS = 'API.example.org, *.Example.net,10.0.0.1 , [::2]';
    expect(loadEnvironment({ ALLOWED_HOSTS }).ALLOWED_HOSTS).toEqual([
      'api.example.org',
      '*.example.net',
      '10.0.0.1',
      '::2',
    ]);
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['10.0.0.0/8, 127.0.0.1', '10.0.0.0/8, 127.0.0.1'],
    ['loopback', 'loopback'],
    ['false', false],
    ['fd00::/128, uniquelocal', 'fd00::/128, uniquelocal'],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(loadEnvironment({ TRUST_PROXY: text }).TRUST_PROXY).toBe(value);
  });

  it.each([
    ['PORT', '3000x'],
    ['HOST', 'localhost:3000'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a,b'],
    ['HOST', '*.example.org'],
    ['HOST', '999.1.1.1'],
    ['ADMIN_HOST', '[::1]'],
    ['PUBLIC_URL', 'directory.example.org'],
    ['PUBLIC_URL', 'https://directory.example.org/api'],
    ['SITE_NAME', 'A, B'],
    ['SITE_NAME', 'Shops\nof Ely'],
    ['SITE_NAME', 'Shops <admin@example.org>'],
    ['SITE_NAME', `N${'o'.repeat(60)}`],
    ['SUPPORT_EMAIL', 'support'],
    ['MAP_PMTILES', 'ftp://tiles.example.org/minnesota.pmtiles'],
    ['MAP_STYLE_URL', 'style.json'],
    ['MAP_TILE_URL', 'https://tiles.example.org/tile.png'],
    ['MAP_TILE_URL', 'ftp://tiles.example.org/{z}/{x}/{y}.png'],
    ['MAP_TILE_URL', 'https://a;script-src *.example.org/{z}/{x}/{y}.png'],
    ['ADMIN_URL', 'https://directory.example.org/admin'],
    ['ALLOWED_HOSTS', 'https://directory.example.org'],
    ['ALLOWED_HOSTS', 'directory.example.org:443'],
    ['ALLOWED_HOSTS', 'directory.example.org,,'],
    ['ALLOWED_HOSTS', '*'],
    ['ALLOWED_HOSTS', 'a.*.example.org'],
    ['DATA_DIR', '~/directory'],
    ['DATABASE_URL', 'mysql://user:hunter2@host/db'],
    ['DATABASE_URL', 'postgresql://user:hunter2@host/db?schema=other'],
    ['DATABASE_READ_URL', 'mysql://user:hunter2@host/db'],
    ['DATABASE_READ_URL', 'postgresql://user:hunter2@host/db?schema=other'],
    ['REDIS_URL', 'http://hunter2@host'],
    ['REDIS_URL', 'redis://:hunter2%@host'],
    ['REDIS_URL', 'redis-sentinel://:hunter2@host'],
    ['SMTP_URL', 'hunter2'],
    ['SMTP_URL', 'smtp:hunter2'],
    ['SMTP_URL', 'smtp://'],
    ['BACKUP_URL', 'https://s3.example.org/bucket'],
    ['BACKUP_URL', 'https://key:hunter2@s3.example.org'],
    ['BACKUP_URL', 'https://key:hunter2/x@s3.example.org/bucket'],
    ['BACKUP_URL', 'https://key:hunter2%@s3.example.org/bucket'],
    ['WEBHOOK_KEY', 'hunter2'],
    ['LOG_FORMAT', 'text'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
    ['ADMIN_NOTIFY_EMAIL', 'nobody'],
    ['SAMPLE_DATA', 'maybe'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'proxy.example.org'],
    ['REQUIRE_HTTPS', 'yes'],
    ['SHUTDOWN_DELAY', '1.5'],
    ['ACCESS_LOG', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('rejects %s=%s with a message that names the variable but not its value', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message.match(/ must /g)).toHaveLength(1);
    expect(message).toMatch(new RegExp(`^${name} must .*\\.$`));
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain('\n');
  });

  it.each([
    ['PORT', 0, 65_535],
    ['ADMIN_PORT', 0, 65_535],
    ['REDIS_TIMEOUT_MS', 10, 5_000],
    ['DEFAULT_LIMIT_PER_HOUR', 1, 10_000_000],
    ['MAX_CONNECTIONS', 1, 1_000_000],
    ['MAX_CONNECTIONS_PER_ADDRESS', 1, 1_000_000],
    ['HSTS_MAX_AGE', 0, 63_072_000],
    ['SHUTDOWN_DELAY', 0, 300],
    ['WORKERS', 1, 64],
    ['TRUST_PROXY', 1, 100],
  ])('accepts %s from %i to %i and rejects values outside', (name, least, most) => {
    const shared = {
      DATABASE_URL: 'postgresql://localhost/directory',
      REDIS_URL: 'redis://localhost',
    };
    for (const value of [least, most]) {
      expect(loadEnvironment({ ...shared, [name]: String(value) })).toHaveProperty(name, value);
    }
    for (const value of [least - 1, most + 1]) {
      expect(messageOf({ ...shared, [name]: String(value) })).toMatch(
        new RegExp(`^${name} must [^.]+\\.$`),
      );
    }
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads %s as %s', (text, value) => {
    const { SAMPLE_DATA, ACCESS_LOG } = loadEnvironment({ SAMPLE_DATA: text, ACCESS_LOG: text });
    expect([SAMPLE_DATA, ACCESS_LOG]).toEqual([value, value]);
  });

  it('accepts a password of 12 to 256 characters', () => {
    const refusalOf = (length: number) => {
      const variables = { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'x'.repeat(length) };
      return () => loadEnvironment(variables);
    };
    for (const length of [12, 256]) expect(refusalOf(length)).not.toThrow();
    for (const length of [11, 257]) expect(refusalOf(length)).toThrow('12 to 256 characters');
  });

  it.each([
    [{ ADMIN_EMAIL: 'a@example.org' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL'],
    [{ TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE'],
    [{ TLS_KEY_FILE: 'key.pem' }, 'TLS_CERT_FILE'],
  ])('rejects %j without its counterpart', (variables, missing) => {
    expect(messageOf(variables)).toContain(missing);
  });

  it('accepts several workers only with a shared database and Redis', () => {
    const DATABASE_URL = 'postgresql://localhost/directory';
    const REDIS_URL = 'redis://localhost';
    expect(loadEnvironment({ WORKERS: '4', DATABASE_URL, REDIS_URL }).WORKERS).toBe(4);
    const lacking: Record<string, string>[] = [{}, { DATABASE_URL }, { REDIS_URL }];
    for (const variables of lacking) {
      expect(messageOf({ WORKERS: '2', ...variables })).toMatch(
        /^WORKERS above 1 requires DATABASE_URL .* and REDIS_URL .*\. Set both, or omit WORKERS\.$/,
      );
    }
  });

  it('rejects a second listener on a port that the other one uses at every address', () => {
    const samePorts: Record<string, string>[] = [{}, { PORT: '8080', ADMIN_PORT: '8080' }];
    for (const [HOST, ADMIN_HOST] of [
      ['0.0.0.0', '127.0.0.1'],
      ['127.0.0.1', '::'],
    ] as const) {
      for (const ports of samePorts) {
        expect(messageOf({ HOST, ADMIN_HOST, ...ports })).toMatch(
          /^ADMIN_HOST needs an ADMIN_PORT /,
        );
      }
      expect(loadEnvironment({ HOST, ADMIN_HOST, ADMIN_PORT: '3001' })).toMatchObject({ HOST });
      expect(loadEnvironment({ HOST, ADMIN_HOST, PORT: '0' })).toMatchObject({ HOST });
    }
    expect(loadEnvironment({ HOST: '127.0.0.1', ADMIN_HOST: '10.0.0.1' })).toMatchObject({
      ADMIN_HOST: '10.0.0.1',
    });
    expect(loadEnvironment({ HOST: '::', ADMIN_HOST: '::' })).toMatchObject({ HOST: '::' });
  });

  it('accepts a replica only together with its primary', () => {
    const DATABASE_URL = 'postgresql://primary/directory';
    const DATABASE_READ_URL = 'postgresql://replica/directory';
    expect(loadEnvironment({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({
      DATABASE_READ_URL,
    });
    expect(messageOf({ DATABASE_READ_URL })).toBe(
      'DATABASE_READ_URL is the replica of a server. Name that one in DATABASE_URL.',
    );
  });

  it('rejects REQUIRE_HTTPS if neither the program nor a proxy serves HTTPS', () => {
    const REQUIRE_HTTPS = 'true';
    expect(messageOf({ REQUIRE_HTTPS })).toMatch(
      /^REQUIRE_HTTPS=true would refuse every request\. /,
    );
    const files = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };
    expect(loadEnvironment({ REQUIRE_HTTPS, ...files }).REQUIRE_HTTPS).toBe(true);
    expect(loadEnvironment({ REQUIRE_HTTPS, TRUST_PROXY: '1' }).REQUIRE_HTTPS).toBe(true);
  });

  it('reports all invalid variables at once', () => {
    expect(messageOf({ PORT: 'x', LOG_LEVEL: 'y' })).toMatch(/PORT must .* LOG_LEVEL must /);
  });
});

function messageOf(variables: Record<string, string>): string {
  try {
    loadEnvironment(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message;
  }
  throw new Error(`accepted ${JSON.stringify(variables)}`);
}
