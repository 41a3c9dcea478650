import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from './load-environment.js';
import { withSecretFiles } from './secret-files.js';

describe(withSecretFiles.name, () => {
  let folder: string;
  const fileWith = (text: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads a secret from its file, without the line break at the end', () => {
    const path = fileWith('postgresql://ada:hunter2@db/directory\n');
    const environment = loadEnvironment({ DATABASE_URL_FILE: path });
    expect(environment.DATABASE_URL).toBe('postgresql://ada:hunter2@db/directory');
    // As it would of a DATABASE_URL.
    expect(environment.SAMPLE_DATA).toBe(false);
  });

  it.each(['DATABASE_READ_URL', 'REDIS_URL', 'SMTP_URL', 'ADMIN_PASSWORD'])(
    'takes %s from a file',
    (name) => {
      expect(withSecretFiles({ [`${name}_FILE`]: fileWith('secret') })).toMatchObject({
        [name]: 'secret',
      });
    },
  );

  it('judges what is in a file as what is in the variable, and does not repeat it', () => {
    const path = fileWith('http://hunter2');
    expect(() => loadEnvironment({ REDIS_URL_FILE: path })).toThrow(
      /^REDIS_URL must (?!.*hunter2)/,
    );
  });

  it('refuses a secret that is given twice', () => {
    const variables = { SMTP_URL: 'smtp://mail', SMTP_URL_FILE: fileWith('smtp://other') };
    expect(() => withSecretFiles(variables)).toThrow('Set SMTP_URL or SMTP_URL_FILE, not both.');
  });

  it.each([
    ['is not there', () => join(folder, 'none'), 'can be read (ENOENT).'],
    ['is a folder', () => folder, 'can be read (EISDIR).'],
    ['is empty', () => fileWith(' \n'), 'with the secret in it.'],
    ['is too long', () => fileWith('x'.repeat(16_385)), 'of at most 16384 bytes.'],
  ])('refuses a file that %s, by name of the variable', (_, path, reason) => {
    expect(() => withSecretFiles({ ADMIN_PASSWORD_FILE: path() })).toThrow(
      new RegExp(`^ADMIN_PASSWORD_FILE must be .*${reason.replace(/[().]/g, '\\$&')}$`),
    );
  });

  it('takes a file of exactly the longest size', () => {
    const { ADMIN_PASSWORD } = withSecretFiles({
      ADMIN_PASSWORD_FILE: fileWith('x'.repeat(16_384)),
    });
    expect(ADMIN_PASSWORD).toHaveLength(16_384);
  });
});
