import { writeFileSync } from 'node:fs';
import { useFolder } from '../../../test/support/use-folder.ts';
import { loadEnvironment } from './load-environment.js';
import { settingsOf, type Setting } from './settings.js';

describe(settingsOf.name, () => {
  const inFolder = useFolder();

  it.each([
    [
      'DATABASE_URL',
      'postgresql://ada:hunter2@db:5432/directory?sslmode=verify-full&sslpassword=hunter2',
      'postgresql://ada:***@db:5432/directory?sslmode=verify-full&sslpassword=***',
    ],
    ['DATABASE_URL', 'postgresql://ada:hun@ter2@db/directory', 'postgresql://ada:***@db/directory'],
    ['DATABASE_URL', 'postgresql://db/directory', 'postgresql://db/directory'],
    ['REDIS_URL', 'redis://a:12?3=4@redis/1?b=c', 'redis://***@redis/1?b=***'],
    ['REDIS_URL', 'redis://:hunter2@redis:6379/1', 'redis://:***@redis:6379/1'],
    [
      'REDIS_URL',
      'rediss-sentinel://a:hunter2@r1,r2/main?sentinelPassword=hunter2',
      'rediss-sentinel://a:***@r1,r2/main?sentinelPassword=***',
    ],
    [
      'BACKUP_URL',
      'https://AKIA:hunter2@s3.test/bucket/a?region=eu-west-1',
      'https://AKIA:***@s3.test/bucket/a?region=eu-west-1',
    ],
    ['SMTP_URL', 'smtps://me:hunter2@mail', 'smtps://me:***@mail'],
    [
      'MAP_TILE_URL',
      'https://tiles.test/{z}/{x}/{y}.png?key=hunter2',
      'https://tiles.test/{z}/{x}/{y}.png?key=***',
    ],
    ['SMTP_URL', ' SMTPS://me:hunter2@mail', ' SMTPS://me:***@mail'],
    ['DATABASE_URL', 'postgresql:ada:hunter2@db/directory', 'postgresql:ada:***@db/directory'],
    ['SITE_NAME', 'Shops', 'Shops'],
  ])('shows %s=%s as %s', (name, text, shown) => {
    expect(settingNamed(name, { [name]: text })).toEqual({
      name,
      value: shown,
      source: 'environment',
    });
  });

  it('shows that a password is set but not its value', () => {
    const variables = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'hunter2hunter2' };
    expect(settingNamed('ADMIN_PASSWORD', variables).value).toBe('***');
    expect(settingNamed('ADMIN_PASSWORD', {}).value).toBeNull();
  });

  it('shows whether a value comes from a default, .env or a file', () => {
    expect(settingNamed('PORT', {})).toEqual({ name: 'PORT', value: '3000', source: 'default' });
    expect(settingNamed('PORT', { PORT: '80' }, ['PORT']).source).toBe('.env');
    writeFileSync(inFolder('redis'), 'redis://:hunter2@redis');
    const variables = { REDIS_URL_FILE: inFolder('redis') };
    expect(settingNamed('REDIS_URL', variables)).toEqual({
      name: 'REDIS_URL',
      value: 'redis://:***@redis',
      source: 'file',
    });
  });
});

function settingNamed(name: string, variables: NodeJS.ProcessEnv, dotEnv: string[] = []): Setting {
  const settings = settingsOf(loadEnvironment(variables), variables, new Set(dotEnv));
  return settings.find((setting) => setting.name === name)!;
}
