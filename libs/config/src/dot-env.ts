import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** Reads `.env` of the current folder, if there is one; what the environment has already stays. */
export function loadDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
