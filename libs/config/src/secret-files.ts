import { readFileSync, statSync } from 'node:fs';
import { EnvironmentError } from './environment.js';

/** Variables that hold a password, or may: each may instead be named by a file, `<NAME>_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
] as const;

/** In bytes. */
const LONGEST_SECRET = 16_384;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * The variables, with secrets read from the files that name them, as Docker and Kubernetes mount them.
 * White space around a secret is no part of it: editors end files with a line break.
 *
 * @throws EnvironmentError where a secret is given twice, or its file cannot be read or is empty
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
    throw new EnvironmentError(
      `${variable} must be the path of a file that can be read (${code}).`,
    );
  }
  if (text === '') throw new EnvironmentError(`${variable} must be a file with the secret in it.`);
  return text;
}
