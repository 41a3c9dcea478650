import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/**
 * Reads `.env` of the current folder, if there is one; what the environment has already stays.
 *
 * @returns the names of the variables that it set
 */
export function loadDotEnv(): Set<string> {
  const before = new Set(Object.keys(process.env));
  if (existsSync('.env')) loadEnvFile('.env');
  return new Set(Object.keys(process.env).filter((name) => !before.has(name)));
}
