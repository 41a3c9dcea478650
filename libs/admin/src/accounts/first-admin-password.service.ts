import { Injectable } from '@nestjs/common';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Environment } from '#libs/config/src/environment.js';

/** Email address of the account that is generated if none is configured. */
export const GENERATED_EMAIL = 'admin@localhost';

/** Returns the path of the file that holds the generated password if no terminal shows it. */
export function firstAdminPasswordFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'first-admin-password');
}

/** File with the generated password, kept until the first sign-in or a password reset. */
@Injectable()
export class FirstAdminPasswordService {
  private readonly path: string;

  constructor(environment: Environment) {
    this.path = firstAdminPasswordFile(environment);
  }

  /** Writes the file, replacing one left by a start that failed before it created the account. */
  async write(password: string): Promise<void> {
    await rm(this.path, { force: true });
    await writeFile(this.path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  }

  /** Removes the file after the first sign-in or a password reset of the generated account. */
  async removeFor(email: string): Promise<void> {
    if (email === GENERATED_EMAIL) await rm(this.path, { force: true });
  }
}
