import { writeFileSync } from 'node:fs';
import { loadEnvironment } from './load-environment.js';
import { withSecretFiles } from './secret-files.js';
import { useFolder } from '../../../test/support/use-folder.ts';

describe(withSecretFiles.name, () => {
  const inFolder = useFolder();
  const fileWith = (text: string): string => {
    const path = inFolder('secret');
    writeFileSync(path, text);
    return path;
  };

  it('reads a secret from its file, without the trailing line break', () => {
    const path = fileWith('postgresql://ada:hunter2@db/directory\n');
    const environment = loadEnvironment({ DATABASE_URL_FILE: path });
    expect(environment.DATABASE_URL).toBe('postgresql://ada:hunter2@db/directory');
    // The same default as with DATABASE_URL.
    expect(environment.SAMPLE_DATA).toBe(false);
  });

  it.each(['DATABASE_READ_URL', 'REDIS_URL', 'SMTP_URL', 'ADMIN_PASSWORD'])(
    'reads %s from a file',
    (name) => {
      expect(withSecretFiles({ [`${name}_FILE`]: fileWith('secret') })).toMatchObject({
        [name]: 'secret',
      });
    },
  );

  it('validates the content of a file like the variable, without quoting it', () => {
    const path = fileWith('http://hunter2');
    expect(() => loadEnvironment({ REDIS_URL_FILE: path })).toThrow(
      /^REDIS_URL must (?!.*hunter2)/,
    );
  });

  it('rejects a secret that is set twice', () => {
    const variables = { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: fileWith('smtp://other') };
    expect(() => withSecretFiles(variables)).toThrow('Set SMTP_URL or SMTP_URL_FILE, not both.');
  });

  it.each([
    ['does not exist', () => inFolder('none'), 'a readable file (ENOENT).'],
    ['is a folder', () => inFolder(), 'a readable file (EISDIR).'],
    ['is empty', () => fileWith(' \n'), 'that contains the secret.'],
    ['is too long', () => fileWith('x'.repeat(16_385)), 'of at most 16384 bytes.'],
  ])('rejects a file that %s and names the variable', (_, path, reason) => {
    expect(() => withSecretFiles({ ADMIN_PASSWORD_FILE: path() })).toThrow(
      new RegExp(`^ADMIN_PASSWORD_FILE must be .*${reason.replace(/[().]/g, '\\$&')}$`),
    );
  });

  it('accepts a file of exactly the maximum size', () => {
    const { ADMIN_PASSWORD } = withSecretFiles({
      ADMIN_PASSWORD_FILE: fileWith('x'.repeat(16_384)),
    });
    expect(ADMIN_PASSWORD).toHaveLength(16_384);
  });
});
