import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/**
 * Loads `.env` from the current folder, if there is one. Variables that are already set keep their
 * value.
 *
 * @returns the names of the variables that it set
 */
export function loadDotEnv(): Set<string> {
  const before = new Set(Object.keys(process.env));
  if (existsSync('.env')) loadEnvFile('.env');
  return new Set(Object.keys(process.env).filter((name) => !before.has(name)));
}
