import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';

export function sampleFile(name: string): string {
  return join(PROJECT_ROOT, 'libs/sample/data', name);
}

export async function readSample<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(sampleFile(name), 'utf8')) as T;
}
