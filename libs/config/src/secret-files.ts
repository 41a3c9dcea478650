import { readFileSync, statSync } from 'node:fs';
import { EnvironmentError } from './environment.js';

/**
 * Variables that can contain a password. Each can be read from a file instead, named by
 * `<NAME>_FILE`.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'BACKUP_URL',
  'WEBHOOK_KEY',
] as const;

/** Maximum size of a secret file, in bytes. */
const LONGEST_SECRET = 16_384;

/** Returns the name of the variable with the path of a secret file. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * Returns the variables with secrets read from files, as Docker and Kubernetes mount them. Trims
 * white space around a secret, because editors end files with a line break.
 *
 * @throws EnvironmentError if a secret is set twice, or its file cannot be read, is empty or is too
 * large
 */
export function withSecretFiles(
  given: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const secrets = SECRETS.filter((name) => given[fileVariable(name)] !== undefined);
  for (const name of secrets.filter((name) => given[name] !== undefined)) {
    throw new EnvironmentError(`Set ${name} or ${fileVariable(name)}, not both.`);
  }
  return {
    ...given,
    ...Object.fromEntries(secrets.map((name) => [name, readSecret(name, given)])),
  };
}

function readSecret(name: string, given: Record<string, string | undefined>): string {
  const variable = fileVariable(name);
  const path = given[variable]!;
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > LONGEST_SECRET) {
      throw new EnvironmentError(`${variable} must be a file of at most ${LONGEST_SECRET} bytes.`);
    }
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(`${variable} must be the path of a readable file (${code}).`);
  }
  if (text === '')
    throw new EnvironmentError(`${variable} must be a file that contains the secret.`);
  return text;
}
